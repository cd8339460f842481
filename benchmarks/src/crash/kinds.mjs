import { messageOf } from '../message.mjs';

const [tag, template] = ['crash', 'TEMPLATE0000000000000000000000000000000001'];

/**
 * The kinds of messages. `endpoint`: its name. `path`: where it goes. `isRepeatable`: whether the platform knows a message
 * again, so that one whose answer was lost may be sent once more. `requestOf`: the n-th one, to a person of its own.
 */
export const kinds = {
  template: {
    endpoint: 'template.send',
    path: '/cgi-bin/message/template/send',
    isRepeatable: true,
    requestOf: messageOf,
    send: (mp, request, options) => mp.template.send(request, options),
  },
  subscribe: {
    endpoint: 'subscribeMessage.send',
    path: '/cgi-bin/message/subscribe/bizsend',
    isRepeatable: false,
    requestOf: (n) => ({
      touser: recipientOf(n),
      template_id: template,
      data: { thing1: { value: `示例 ${n}` } },
    }),
    send: (mp, request, options) => mp.subscribeMessage.send(request, options),
  },
  customer: {
    endpoint: 'customerMessage.send',
    path: '/cgi-bin/message/custom/send',
    isRepeatable: false,
    requestOf: (n) => ({ touser: recipientOf(n), msgtype: 'text', text: { content: `您好 ${n}` } }),
    send: (mp, request, options) => mp.customerMessage.send(request, options),
  },
};

export function recipientOf(n) {
  return messageOf(n).touser;
}

export function requestIdOf(n) {
  return `${tag}-${n}`;
}
