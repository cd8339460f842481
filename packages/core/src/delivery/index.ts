export type { DeliveryAnswer, DeliveryReport, SettleDeliveryOptions } from './delivery-report.js';
