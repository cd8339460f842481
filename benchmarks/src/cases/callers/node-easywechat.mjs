import { mkdir } from 'node:fs/promises';
import { OfficialAccount } from 'node-easywechat';
import { withId } from '../../systems/bare-post.mjs';
import { expectNoErrcode } from './errcode.mjs';

/**
 * Its token is in a file that all processes of a folder share.
 *
 * @param settings.asksIsFailed whether callers also ask the answer whether it is a failure; its README only reads the data
 */
export async function open(
  { baseUrl, appId, appSecret, folder, timeoutMs },
  { stable = false, asksIsFailed = false },
) {
  // It would make the folder itself, but two processes that do so at once fail.
  await mkdir(folder, { recursive: true });
  const app = new OfficialAccount({
    app_id: appId,
    secret: appSecret,
    http: { baseURL: `${baseUrl}/`, timeout: timeoutMs },
    file_cache: { path: folder },
    use_stable_access_token: stable,
  });
  const client = app.getClient();
  const send = async (path, body) => {
    const response = await client.postJson(path, body);
    if (asksIsFailed && response.isFailed()) throw new Error(`HTTP status ${response.getStatusCode()}`);
    expectNoErrcode(response.toObject());
  };
  return {
    template: (message, requestId) => send('/cgi-bin/message/template/send', withId(message, requestId)),
    customer: (message) => send('/cgi-bin/message/custom/send', message),
    close: () => {},
  };
}
