import type { AnyEndpoint } from '@wetempo/core';
import { agentEndpoints } from './agent.js';
import { appChatEndpoints } from './app-chat.js';
import { approvalEndpoints } from './approval.js';
import { authEndpoints } from './auth.js';
import { contactWayEndpoints } from './contact-way.js';
import { customerGroupEndpoints } from './customer-group.js';
import { customerMessageEndpoints } from './customer-message.js';
import { customerTagEndpoints } from './customer-tag.js';
import { customerTransferEndpoints } from './customer-transfer.js';
import { departmentEndpoints } from './department.js';
import { externalContactEndpoints } from './external-contact.js';
import { jsSdkEndpoints } from './js-sdk.js';
import { kfEndpoints } from './kf.js';
import { mediaEndpoints } from './media.js';
import { menuEndpoints } from './menu.js';
import { messageEndpoints } from './message.js';
import { tagEndpoints } from './tag.js';
import { tokenEndpoints } from './token.js';
import { userEndpoints } from './user.js';

/** Every endpoint by its group; `wecom.message.send` calls `wecomEndpointGroups.message.send`. */
export const wecomEndpointGroups = {
  message: messageEndpoints,
  media: mediaEndpoints,
  auth: authEndpoints,
  jsSdk: jsSdkEndpoints,
  token: tokenEndpoints,
  agent: agentEndpoints,
  appChat: appChatEndpoints,
  department: departmentEndpoints,
  kf: kfEndpoints,
  menu: menuEndpoints,
  tag: tagEndpoints,
  user: userEndpoints,
  externalContact: externalContactEndpoints,
  customerTag: customerTagEndpoints,
  customerGroup: customerGroupEndpoints,
  customerMessage: customerMessageEndpoints,
  contactWay: contactWayEndpoints,
  customerTransfer: customerTransferEndpoints,
  approval: approvalEndpoints,
} as const;

/** Every endpoint of WeCom that is declared here. */
export const wecomEndpoints: readonly AnyEndpoint[] = Object.values(wecomEndpointGroups).flatMap((group) =>
  Object.values<AnyEndpoint>(group),
);
