export type { CliPlatform, OpenAccount } from './cli-platform.js';
export { platformOf, tokenSourceOf } from './platforms.js';
