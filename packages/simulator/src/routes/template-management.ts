import type { Account } from '../accounts/account.js';
import { fields, ok, refuse } from '../server/answer.js';
import { textOf } from '../server/incoming-request.js';
import { type Route, withToken } from '../server/route.js';

/** Names of the industries that a new account is shown with. */
const PRIMARY = { first_class: 'IT科技', second_class: '互联网|电子商务' };
const SECONDARY = { first_class: 'IT科技', second_class: 'IT软件与服务' };

/** Keeping templates: https://developers.weixin.qq.com/doc/offiaccount/Message_Management/Template_Message_Interface.html */
export const templateManagementRoutes: readonly Route[] = [
  withToken('POST', '/cgi-bin/template/api_set_industry', ({ body }) => {
    const named = typeof body.industry_id1 === 'string' && typeof body.industry_id2 === 'string';
    return named ? ok() : refuse(40035);
  }),

  withToken('GET', '/cgi-bin/template/get_industry', () =>
    fields({ primary_industry: PRIMARY, secondary_industry: SECONDARY }),
  ),

  withToken('POST', '/cgi-bin/template/api_add_template', ({ account, body }) => {
    const shortId = textOf(body, 'template_id_short');
    if (shortId === undefined || shortId === '') return refuse(40037);
    const names = body.keyword_name_list;
    const template = account.templates.create(shortId, contentOf(Array.isArray(names) ? names.length : 0));
    return template === undefined ? refuse(45026) : ok({ template_id: template.id });
  }),

  withToken('GET', '/cgi-bin/template/get_all_private_template', ({ account }) =>
    fields({ template_list: listOf(account) }),
  ),

  withToken('POST', '/cgi-bin/template/del_private_template', ({ account, body }) =>
    account.templates.delete(textOf(body, 'template_id') ?? '') ? ok() : refuse(40037),
  ),
];

function contentOf(keywordCount: number): string {
  const lines = Array.from({ length: keywordCount }, (_, index) => `{{keyword${index + 1}.DATA}}`);
  return lines.join('\n');
}

function listOf(account: Account): object[] {
  return account.templates.list().map((template) => ({
    template_id: template.id,
    title: template.title,
    primary_industry: PRIMARY.first_class,
    deputy_industry: PRIMARY.second_class,
    content: template.content,
    example: '',
  }));
}
