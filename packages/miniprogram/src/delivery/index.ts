export { deliveryReportsOf } from './delivery-reports.js';
export { settleDeliveries } from './settle-deliveries.js';
