export { wecomEndpointGroups, wecomEndpoints } from './groups.js';
export { tokenEndpoints } from './token.js';
