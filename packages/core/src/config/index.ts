export { checkOptions } from './check-options.js';
export { mergePolicy, type PolicyOptions, readPolicyFile } from './policy-file.js';
export { type PolicyWatchOptions, watchPolicyFile } from './policy-watch.js';
export { readYamlOptions, type YamlOptions } from './yaml-options.js';
