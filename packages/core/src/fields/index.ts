export { subscribeData, templateData } from './template-data.js';
export type { TemplateFields } from './template-fields.js';
export { checkTemplateFields } from './template-fields.js';
