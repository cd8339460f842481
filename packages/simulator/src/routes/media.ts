import type { Media, MediaType } from '../accounts/media-shelf.js';
import { type Answer, fields, refuse } from '../server/answer.js';
import { fileParts } from '../server/multipart.js';
import { type AccountCall, type Route, withToken } from '../server/route.js';

const MB = 1024 * 1024;
const MAX_BYTES: Readonly<Record<Exclude<MediaType, 'file'>, number>> = {
  image: 10 * MB,
  voice: 2 * MB,
  video: 10 * MB,
  thumb: 65_536,
};

/** Temporary media: https://developers.weixin.qq.com/doc/offiaccount/Asset_Management/New_temporary_materials.html */
export const mediaRoutes: readonly Route[] = [
  withToken('POST', '/cgi-bin/media/upload', (call) => {
    const type = call.query.get('type');
    if (!isMediaType(type)) return refuse(40004);
    const file = mediaFile(call);
    if (file === undefined) return refuse(41005);
    if (file.bytes.length === 0) return refuse(44001);
    if (file.bytes.length > MAX_BYTES[type]) return refuse(45001);
    const { id, createdAt } = call.account.media.add(type, file, call.now);
    const named = type === 'thumb' ? { thumb_media_id: id } : { media_id: id };
    return fields({ type, ...named, created_at: Math.floor(createdAt / 1_000) });
  }),

  withToken('GET', '/cgi-bin/media/get', ({ account, query, now }) => {
    const id = query.get('media_id');
    if (id === null || id === '') return refuse(41006);
    const media = account.media.find(id, now);
    if (media === undefined) return refuse(40007);
    return media.type === 'video'
      ? fields({ video_url: `http://127.0.0.1/video/${id}.mp4` })
      : download(media);
  }),

  withToken('POST', '/cgi-bin/media/uploadimg', (call) => {
    const file = mediaFile(call);
    if (file === undefined) return refuse(41005);
    if (file.bytes.length === 0) return refuse(44001);
    return file.bytes.length > MB
      ? refuse(40009)
      : fields({ url: `http://mmbiz.qpic.cn/mmbiz/${call.requestNumber}/0` });
  }),
];

function isMediaType(type: string | null): type is Exclude<MediaType, 'file'> {
  return type !== null && Object.hasOwn(MAX_BYTES, type);
}

function mediaFile({ raw, headers }: AccountCall) {
  return fileParts(raw, headers['content-type']).find((part) => part.name === 'media');
}

/** The bytes as they came. Failures are JSON, so callers must look at the content type. */
export function download({ file }: Media): Answer {
  const filename = file.filename.replace(/[^\x20-\x7e]|"/g, '_');
  return {
    status: 200,
    contentType: file.contentType,
    headers: { 'content-disposition': `attachment; filename="${filename}"` },
    body: file.bytes,
  };
}
