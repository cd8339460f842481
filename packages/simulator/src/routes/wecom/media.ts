import type { MediaType } from '../../accounts/media-shelf.js';
import type { Corp } from '../../corps/corp.js';
import { ok, type Reply, refuseCorp } from '../../server/answer.js';
import { fileParts } from '../../server/multipart.js';
import { type Call, type Route, withCorpToken } from '../../server/route.js';
import { download } from '../media.js';

const MB = 1024 * 1024;
/** Smaller files are refused. */
const MIN_BYTES = 6;
const MAX_BYTES: Readonly<Partial<Record<MediaType, number>>> = {
  image: 10 * MB,
  voice: 2 * MB,
  video: 10 * MB,
  file: 20 * MB,
};

/** Temporary media, shared by the apps of a corp: https://developer.work.weixin.qq.com/document/path/90253 */
export const corpMediaRoutes: readonly Route[] = [
  withCorpToken('POST', '/cgi-bin/media/upload', (call) => uploadedMedia(call, call.corp)),

  withCorpToken('POST', '/cgi-bin/media/uploadimg', ({ raw, headers, requestNumber }) => {
    const [file] = fileParts(raw, headers['content-type']);
    if (file === undefined) return refuseCorp(41005, 'media data missing');
    if (file.bytes.length < MIN_BYTES) return refuseCorp(40058);
    return ok({ url: `http://p.qpic.cn/pic_wework/${requestNumber}/0` });
  }),

  ...['/cgi-bin/media/get', '/cgi-bin/media/get/jssdk'].map((path) =>
    withCorpToken('GET', path, ({ corp, query, now }) => {
      const media = corp.media.find(query.get('media_id') ?? '', now);
      return media === undefined ? refuseCorp(40007) : download(media);
    }),
  ),
];

/** Takes in a file. `created_at` is a text here, a number on the other platforms. */
export function uploadedMedia({ query, raw, headers, now }: Call, corp: Corp): Reply {
  const type = query.get('type');
  const maxBytes = MAX_BYTES[type as MediaType];
  if (maxBytes === undefined) return refuseCorp(40004);
  const file = fileParts(raw, headers['content-type']).find((part) => part.name === 'media');
  if (file === undefined) return refuseCorp(41005, 'media data missing');
  if (file.bytes.length < MIN_BYTES) return refuseCorp(40058);
  if (file.bytes.length > maxBytes) return refuseCorp(45001, 'media size out of limit');
  const { id, createdAt } = corp.media.add(type as MediaType, file, now);
  return ok({ type, media_id: id, created_at: String(Math.floor(createdAt / 1_000)) });
}
