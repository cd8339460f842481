// Writes data/recipients.csv: 1,000 lines as a shop might export them. Made up, and the same on every run:
//   node make-recipients.mjs
// Among them: 6 people who do not follow (data/not-following.txt), 5 malformed openids, 7 lines whose values break a
// rule of the template's fields, 12 repeated lines, and two people with eight orders each.
import { writeFileSync } from 'node:fs';

const lineCount = 1_000;
const columns = ['openid', 'key', 'name1', 'thing2', 'character_string3', 'amount4', 'time5', 'thing6'];

let state = 20_261_129;
/** A linear congruential generator: the same numbers everywhere. */
function random(below) {
  state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return Math.floor((state / 2 ** 32) * below);
}
const oneOf = (values) => values[random(values.length)];
const digits = (count) => Array.from({ length: count }, () => random(10)).join('');

const surnames = [...'王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高罗', '欧阳', '司马', '上官'];
const givenNames = [
  '伟',
  '芳',
  '娜',
  '敏',
  '静',
  '秀英',
  '丽',
  '强',
  '磊',
  '洋',
  '艳',
  '勇',
  '杰',
  '子涵',
  '梓萱',
  '宇轩',
];
const goods = [
  '手冲咖啡豆 250g',
  '🎁 生日礼盒',
  '云南鲜花饼，6枚装',
  '儿童绘本《小蝌蚪》',
  '龙井茶 明前 50g',
  '蓝牙耳机 Pro',
  '草莓🍓 2斤',
  '羽绒服 女款 L',
  '"老字号"桂花糕',
  '家庭装洗衣液 3L',
];
const remarks = [
  '请凭取件码到店自取',
  '已放入丰巢柜，48小时内有效',
  '到店出示本消息即可 😊',
  '周末营业到 22:00',
  '冷链商品,请尽快取件',
  '前台自提\n请带身份证',
  '感谢您的支持❤️',
];
const openidLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789_-';
const openid = () => `oWdemo${Array.from({ length: 22 }, () => oneOf([...openidLetters])).join('')}`;

let orderCount = 0;
function order(recipient = openid()) {
  orderCount += 1;
  const number = `SO20261129${String(orderCount).padStart(5, '0')}`;
  const [hour, minute] = [9 + random(13), random(60)].map((part) => String(part).padStart(2, '0'));
  return {
    openid: recipient,
    key: number,
    name1: oneOf(surnames) + oneOf(givenNames),
    thing2: oneOf(goods),
    character_string3: `${number}-${digits(4)}`,
    amount4: `¥${1 + random(2_000)}.${digits(2)}`,
    time5: `2026-11-${String(10 + random(20))} ${hour}:${minute}`,
    thing6: oneOf(remarks),
  };
}

const regulars = [openid(), openid()].flatMap((recipient) =>
  Array.from({ length: 8 }, () => order(recipient)),
);
const notFollowing = Array.from({ length: 6 }, () => order());
const malformed = ['13800138000', 'wxid_8k2h5m9q1x', 'o6_bmj', 'owDemo 空格', '张伟'].map((text) =>
  order(text),
);
const broken = [
  { thing2: '2026冬季限定款羊毛混纺加厚保暖围巾礼盒装' },
  { thing6: '如遇门店繁忙请您耐心等待，取件高峰一般在晚上六点到八点之间' },
  { amount4: '免费' },
  { time5: '明天下午' },
  { name1: '阿依古丽·买买提·吐尔逊江·阿不都热合曼' },
  { character_string3: '订单号：见小票' },
  { thing2: '' },
].map((fields) => ({ ...order(), ...fields }));

const special = [...regulars, ...notFollowing, ...malformed, ...broken];
const repeatedCount = 12;
const usual = Array.from({ length: lineCount - special.length - repeatedCount }, () => order());
const lines = [...usual];
for (const line of special) lines.splice(random(lines.length + 1), 0, line);
// A line that was exported twice stands somewhere after the first one; one of a regular's is among them.
for (const line of [...usual.slice(20, 20 + repeatedCount - 1), regulars[2]]) {
  lines.splice(lines.indexOf(line) + 1 + random(60), 0, line);
}

const quoted = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const rows = [columns, ...lines.map((line) => columns.map((column) => quoted(line[column])))];
const folder = new URL('data/', import.meta.url);
writeFileSync(new URL('recipients.csv', folder), rows.map((row) => `${row.join(',')}\n`).join(''));
const strangers = notFollowing.map((line) => `${line.openid}\n`);
writeFileSync(new URL('not-following.txt', folder), strangers.join(''));
