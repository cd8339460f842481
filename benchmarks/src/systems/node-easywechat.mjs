import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OfficialAccount } from 'node-easywechat';
import { msgidOf, withId } from './bare-post.mjs';

export const title = 'node-easywechat';
export const note =
  'an errcode resolves, and `isFailed()` tells; rounds a msgid of more than 53 bits; the token is read from a file for every call, as it comes, and stays in use when it was refused.';

/** As its README shows. It keeps the token in a file, which all processes in a folder share. */
export async function open({ baseUrl, appId, appSecret, folder }) {
  // Another platform has other tokens. It makes the folder itself, but two processes that do so at once fail.
  const path = join(folder, `easywechat-${new URL(baseUrl).port}`);
  await mkdir(path, { recursive: true });
  const app = new OfficialAccount({
    app_id: appId,
    secret: appSecret,
    http: { baseURL: `${baseUrl}/` },
    file_cache: { path },
  });
  const client = app.getClient();
  return {
    send: async (message, requestId) => {
      const response = await client.postJson('/cgi-bin/message/template/send', withId(message, requestId));
      if (response.isFailed()) throw new Error(`failed: ${response.toString()}`);
      return msgidOf(response.toObject());
    },
    close: async () => {},
  };
}
