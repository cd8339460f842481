/**
 * WeCom (企业微信) client of Wetempo. Not there yet: so far this package holds what the errcodes mean.
 *
 * @packageDocumentation
 */
export { wecomErrcodes } from './errcodes/index.js';
