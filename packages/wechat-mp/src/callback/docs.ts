/** A page of the platform's documentation on what it pushes. */
export function callbackPage(path: string): string {
  return `https://developers.weixin.qq.com/doc/offiaccount/${path}.html`;
}
