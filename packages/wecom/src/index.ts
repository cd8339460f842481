export { tokenEndpoints, wecomEndpointGroups, wecomEndpoints } from './endpoints/index.js';
export { wecomErrcodes } from './errcodes/index.js';
export { wecomPlatform } from './platform.js';
export { Wecom, type WecomOptions } from './wecom.js';
