// What a system without a framework does for a template message. All of them share one token, fetched beforehand.

async function fetchToken({ baseUrl, appId, appSecret }) {
  const response = await fetch(`${baseUrl}/cgi-bin/stable_token`, {
    method: 'POST',
    body: JSON.stringify({ grant_type: 'client_credential', appid: appId, secret: appSecret }),
  });
  const { access_token: token } = await response.json();
  return token;
}

export async function sendUrl(target) {
  return `${target.baseUrl}/cgi-bin/message/template/send?access_token=${await fetchToken(target)}`;
}

/** The same fields as Wetempo sends, so that the server does the same work for everybody. */
export function withId(message, requestId) {
  return { ...message, client_msg_id: requestId };
}

/** The least that a careful caller looks at. */
export function expectOk({ errcode, errmsg }) {
  if (errcode !== 0) throw new Error(`errcode ${errcode}: ${errmsg}`);
}
