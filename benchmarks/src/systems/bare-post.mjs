// What a system without a framework does for a template message.

async function fetchToken({ baseUrl, appId, appSecret }) {
  const response = await fetch(`${baseUrl}/cgi-bin/stable_token`, {
    method: 'POST',
    body: JSON.stringify({ grant_type: 'client_credential', appid: appId, secret: appSecret }),
  });
  const { access_token: token, errcode, errmsg } = await response.json();
  if (token === undefined) throw new Error(`no token, errcode ${errcode}: ${errmsg}`);
  return token;
}

export async function sendUrl(target) {
  return `${target.baseUrl}/cgi-bin/message/template/send?access_token=${await fetchToken(target)}`;
}

/** One token per process, fetched when it is first needed and kept for good. */
export function sendUrlWhenNeeded(target) {
  let url;
  return () => {
    url ??= sendUrl(target).catch((error) => {
      url = undefined;
      throw error;
    });
    return url;
  };
}

/** The same fields as Wetempo sends, so that the server does the same work for everybody. */
export function withId(message, requestId) {
  return { ...message, client_msg_id: requestId };
}

/** The least that a careful caller looks at. Answers the message's id as the caller has it then. */
export function msgidOf({ errcode, errmsg, msgid }) {
  if (errcode !== 0) throw Object.assign(new Error(`errcode ${errcode}: ${errmsg}`), { errcode });
  return msgid;
}
