/** A page of the platform's documentation on what it pushes. */
export function callbackPage(page: number): string {
  return `https://developer.work.weixin.qq.com/document/path/${page}`;
}
