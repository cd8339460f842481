export { defineCommand, defineEvent, defineMessage, texts } from './declare-by-kind.js';
export { type CallbackFieldsOf, defineCallback } from './define-callback.js';
export { count, group, listOf, optionalCount, text } from './field-builders.js';
export { type ReadContent, readContent } from './read-content.js';
export { writeContent } from './write-content.js';
