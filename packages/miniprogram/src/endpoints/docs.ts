/** Address of an official page; the pages follow the groups of the platform's own menu. */
export function page(topic: string): string {
  return `https://developers.weixin.qq.com/miniprogram/dev/server/API/${topic}.html`;
}
