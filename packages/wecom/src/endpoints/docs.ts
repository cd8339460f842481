/** Address of an official page by its number in the documentation. */
export function page(number: number): string {
  return `https://developer.work.weixin.qq.com/document/path/${number}`;
}
