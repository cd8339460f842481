import { describe, expect, it } from 'vitest';
import { dataFault } from './field-rules.js';

const PASSES: readonly [name: string, value: string][] = [
  ['thing1', '二十个字的商品名称二十个字的商品名称十九'],
  ['thing1', '😀'.repeat(20)],
  ['number2', '-12.5'],
  ['letter3', 'abc'],
  ['character_string4', 'AB-12'],
  ['time5', '2026-01-02 10:00'],
  ['amount6', '¥12.50元'],
  ['amount6', '12元'],
  ['phone_number7', '+86-138 0000 0000'],
  ['car_number8', '粤A8Z888挂'],
  ['name9', '张三'],
  ['name9', 'Zhang San'],
  ['phrase10', '已发货'],
  ['enum11', 'anything'],
  ['first', 'x'.repeat(300)],
  ['keyword1', ''],
];

const FAILS: readonly [name: string, value: string][] = [
  ['thing1', 'x'.repeat(21)],
  ['thing1', ''],
  ['number2', 'twelve'],
  ['letter3', '一'],
  ['character_string4', '订单'],
  ['time5', 'tomorrow'],
  ['amount6', '12345678901'],
  ['phone_number7', '1'.repeat(18)],
  ['car_number8', '粤A8Z888挂挂挂'],
  ['name9', '张'.repeat(11)],
  ['phrase10', '已经发货了吗'],
];

describe('the fields of a message', () => {
  it.each(PASSES)('%s may be %j', (name, value) => {
    expect(dataFault({ [name]: { value } }, [])).toBeUndefined();
  });

  it.each(FAILS)('%s may not be %j', (name, value) => {
    expect(dataFault({ [name]: { value } }, [])).toContain(`data.${name}.value`);
  });

  it('must each hold a value', () => {
    expect(dataFault({ thing1: 'bare' }, [])).toBe('argument invalid! data.thing1.value is empty');
    expect(dataFault({ thing1: {} }, [])).toBe('argument invalid! data.thing1.value is empty');
  });
});
