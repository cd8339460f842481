import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { type AnyWechatError, isWechatError, WechatError } from '@wetempo/miniprogram';

interface HttpResponse {
  status(code: number): { json(body: object): void };
  setHeader(name: string, value: string): void;
}

/** What the platform refused becomes an answer of ours, without the platform's words: those are for the log. */
@Catch(WechatError)
export class WechatErrors implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    if (!isWechatError(error)) throw error;
    const response = host.switchToHttp().getResponse<HttpResponse>();
    const status = statusOf(error);
    if (error.code === 'RATE_LIMITED')
      response.setHeader('retry-after', String(Math.ceil(error.retryAfterMs / 1000)));
    if (status >= 500) console.error(error.message);
    response.status(status).json({ error: error.code });
  }
}

/** 40029: no such code, 40163: it was used, 40226: the platform bars this person. */
const refusedCodes = new Set([40029, 40163, 40226]);

function statusOf(error: AnyWechatError): number {
  if (error.code === 'VALIDATION') return 400;
  if (error.code === 'API_ERROR' && refusedCodes.has(error.errcode)) return 401;
  return error.code === 'RATE_LIMITED' ? 503 : 502;
}
