import type { AnyEndpoint } from '@wetempo/core';
import { describe, expect, it } from 'vitest';
import { contactRequestSamples } from '../../test/request-samples-contacts.js';
import { wecomEndpointGroups, wecomEndpoints } from './index.js';

const groups = wecomEndpointGroups;

function issuesOf(endpoint: AnyEndpoint, request: unknown): { path: string; message: string }[] {
  const issues = endpoint.request.safeParse(request).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

function pathsOf(endpoint: AnyEndpoint, request: unknown): string[] {
  return issuesOf(endpoint, request).map(({ path }) => path);
}

/** The sample of an endpoint with some fields changed. */
function sampleWith(endpoint: AnyEndpoint, change: object): object {
  return { ...[contactRequestSamples[endpoint.name]].flat()[0], ...change };
}

const sampled = wecomEndpoints.filter(({ name }) => name in contactRequestSamples);
const ids = (count: number) => Array.from({ length: count }, (_, index) => `u${index}`);

describe('any request about people and apps', () => {
  it.each(sampled.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s with a field that does not exist is refused by its name',
    (_, endpoint) => {
      const [issue] = issuesOf(endpoint, sampleWith(endpoint, { userId: 'x' }));
      expect(issue?.message).toContain('userId');
    },
  );

  it.each(sampled.map((endpoint) => [endpoint.name, endpoint] as const))(
    'F78: %s never throws anything but its own report',
    (_, endpoint) => {
      for (const request of [undefined, null, 1n, Symbol('x'), [], { userid: 1n }, { msgtype: {} }]) {
        expect(() => endpoint.request.safeParse(request)).not.toThrow();
      }
      for (const request of [undefined, null, 1n, 'x', []]) {
        expect(endpoint.request.safeParse(request).success).toBe(false);
      }
    },
  );
});

describe('a wrong field is refused at its path', () => {
  const { user, department, tag, appChat, agent, menu, kf } = groups;
  const { externalContact, customerTag, customerGroup, customerMessage, contactWay } = groups;
  const { customerTransfer, approval } = groups;
  const chat = (msgtype: string, content: object) => ({ chatid: 'c', msgtype, [msgtype]: content });
  const click = { type: 'click', name: 'a', key: 'k' };

  it.each<[string, AnyEndpoint, object]>([
    ['userid', user.create, { userid: '' }],
    ['userid', user.create, { userid: 'a|b' }],
    ['name', user.create, { name: '一'.repeat(65) }],
    ['department', user.create, { department: [] }],
    ['department.0', user.create, { department: ['1'] }],
    ['useridlist', user.batchDelete, { useridlist: ids(201) }],
    ['limit', user.listIds, { limit: 10_001 }],
    ['date', user.activeCount, { date: '2026-1-3' }],
    ['department_id', user.list, { department_id: '1' }],
    ['name', department.create, { name: 'a/b:c' }],
    ['id', department.create, { id: 1 }],
    ['tagname', tag.create, { tagname: 'x'.repeat(33) }],
    ['userlist', tag.addUsers, { userlist: ids(1001) }],
    ['', tag.addUsers, { userlist: undefined, partylist: undefined }],
    ['', user.invite, { user: undefined, party: undefined, tag: undefined }],
    ['userlist', appChat.create, { userlist: ['a'] }],
    ['chatid', appChat.create, { chatid: 'chat-1' }],
    ['agentid', agent.get, { agentid: '1000002' }],
    ['button', menu.create, { button: [click, click, click, click] }],
    ['button.0.name', menu.create, { button: [{ ...click, name: '一'.repeat(14) }] }],
    ['button.0.sub_button', menu.create, { button: [{ name: 'a', sub_button: [] }] }],
    ['name', kf.addAccount, { name: '一'.repeat(17) }],
    ['scene', kf.addContactWay, { scene: '场景' }],
    ['msgid', kf.send, { msgid: 'mine' }],
    ['text.content', kf.send, { text: { content: '一'.repeat(683) } }],
    ['msgtype', kf.send, { msgtype: 'news' }],
    ['limit', kf.syncMessages, { limit: 1001 }],
    ['external_userid_list', kf.customers, { external_userid_list: ids(101) }],
    ['servicer_userid', kf.changeState, { servicer_userid: '' }],
    ['type', kf.upgrade, { type: 3 }],
    ['userid_list', externalContact.batchGetByUser, { userid_list: ids(101) }],
    ['limit', externalContact.batchGetByUser, { limit: 101 }],
    ['attachments', externalContact.sendWelcome, { attachments: Array(10).fill(fileAttachment()) }],
    ['', externalContact.sendWelcome, { text: undefined, attachments: [] }],
    ['attachments.0.image', externalContact.sendWelcome, { attachments: [imageWithout()] }],
    ['tag.0.name', customerTag.add, { tag: [{ name: '' }] }],
    ['limit', customerGroup.list, { limit: undefined }],
    ['chat_id_list', customerGroup.addJoinWay, { chat_id_list: ids(6) }],
    ['sender', customerMessage.create, { chat_type: 'group', sender: undefined }],
    ['external_userid', customerMessage.create, { external_userid: ids(10_001) }],
    ['type', contactWay.add, { type: 3 }],
    ['expires_in', contactWay.add, { expires_in: 1_209_601 }],
    ['external_userid', customerTransfer.onJob, { external_userid: ids(101) }],
    ['size', approval.list, { size: 101 }],
    ['starttime', approval.list, { starttime: '2026-01-01' }],
    ['apply_data.contents.0.value.txt', approval.apply, form({ txt: 'a' })],
    ['apply_data.contents.0.value.children.0.list.0.id', approval.apply, form(rowWithoutId())],
  ])('%s of %#', (path, endpoint, change) => {
    const found = issuesOf(endpoint, sampleWith(endpoint, change));
    const paths = found.map((issue) => (issue.message.includes('"txt"') ? `${issue.path}.txt` : issue.path));
    expect(paths).toEqual([path]);
  });

  it.each<[string, object]>([
    ['text.content', chat('text', { content: '一'.repeat(683) })],
    ['text.content', chat('text', { content: 'a\udc00' })],
    ['image.media_id', chat('image', {})],
    ['news.articles', chat('news', { articles: Array(9).fill({ title: 't', url: 'u' }) })],
    ['msgtype', chat('template_card', {})],
    ['text', { chatid: 'c', msgtype: 'text', image: { media_id: 'm' }, text: undefined }],
  ])('%s of appChat.send: %#', (path, request) => {
    expect(pathsOf(groups.appChat.send, request)).toContain(path);
  });

  it('says where the msgid of a customer-service message comes from', () => {
    const [issue] = issuesOf(groups.kf.send, sampleWith(groups.kf.send, { msgid: 'mine' }));
    expect(issue?.message).toContain('requestId');
  });
});

function fileAttachment() {
  return { msgtype: 'file', file: { media_id: 'MEDIA-1' } };
}

function imageWithout() {
  return { msgtype: 'image', image: { media_id: '' } };
}

function form(value: object) {
  return { apply_data: { contents: [{ control: 'Text', id: 'Text-1', value }] } };
}

function rowWithoutId() {
  return { children: [{ list: [{ control: 'Text', value: { text: 'a' } }] }] };
}
