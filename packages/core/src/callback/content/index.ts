export { type CallbackFieldsOf, defineCallback } from './define-callback.js';
export { count, group, listOf, optionalCount, text } from './field-builders.js';
