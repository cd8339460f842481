import {
  type CanActivate,
  type ExecutionContext,
  HttpException,
  HttpStatus,
  Inject,
  Injectable,
} from '@nestjs/common';
import { isWechatErrorOf } from '../errors/errors.js';
import type { HandlerQuota, QuotaAnswer, QuotaRefused, QuotaRequest } from '../rate-limit/guard/index.js';
import { retryStoreMs } from '../rate-limit/guard/quota-count.js';
import { quotaError, refusalText } from '../rate-limit/guard/quota-errors.js';
import { clientToken } from './client-module.js';
import { type QuotaOptions, quotaOf } from './quota.decorator.js';
import { releaseAtEnd, writeQuotaHeaders } from './quota-response.js';

/**
 * Lets a handler with `@Quota()` run where its quota has room.
 *
 * A refused HTTP caller gets 429 with `Retry-After` and a body of `statusCode`, `message`, `scope` and `retryAfterMs`; whoever is let
 * through or refused reads `X-RateLimit-Limit`, `-Remaining` and `-Reset`. In other contexts it throws `RateLimitError`.
 *
 * A place of `limits.app.concurrency` is held until the HTTP answer is out. Elsewhere no guard hears of the end, and the
 * place is given back at once.
 */
@Injectable()
export class QuotaGuard implements CanActivate {
  readonly #quota: HandlerQuota;

  constructor(@Inject(clientToken('HandlerQuota')) quota: HandlerQuota) {
    this.#quota = quota;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const options = quotaOf(context);
    if (options === undefined) return true;
    const isHttp = context.getType() === 'http';
    const answer = await this.#take(requestOf(options, context), isHttp);
    if (isHttp) return admitHttp(context, answer);
    if (answer.type === 'refused') throw quotaError(handlerOf(context), answer);
    answer.release();
    return true;
  }

  async #take(request: QuotaRequest, isHttp: boolean): Promise<QuotaAnswer> {
    try {
      return await this.#quota.take(request);
    } catch (error) {
      if (!isHttp || !isWechatErrorOf(error, 'STORE_UNAVAILABLE')) throw error;
      throw storeAway(error);
    }
  }
}

function admitHttp(context: ExecutionContext, answer: QuotaAnswer): boolean {
  const response = context.switchToHttp().getResponse();
  writeQuotaHeaders(response, answer);
  if (answer.type === 'refused') throw tooManyRequests(handlerOf(context), answer);
  releaseAtEnd(response, answer);
  return true;
}

function requestOf({ group, tenant, cost }: QuotaOptions<unknown>, context: ExecutionContext): QuotaRequest {
  const request: unknown = context.getArgByIndex(0);
  return {
    group,
    tenant: typeof tenant === 'function' ? tenant(request, context) : tenant,
    cost: typeof cost === 'function' ? cost(request, context) : cost,
  };
}

function tooManyRequests(handler: string, refused: QuotaRefused): HttpException {
  const { scope, retryAfterMs } = refused;
  const statusCode = HttpStatus.TOO_MANY_REQUESTS;
  const message = `Too many requests: ${refusalText(refused)}`;
  const cause = quotaError(handler, refused);
  return new HttpException({ statusCode, message, scope, retryAfterMs }, statusCode, { cause });
}

function storeAway(cause: Error): HttpException {
  const statusCode = HttpStatus.SERVICE_UNAVAILABLE;
  const message = 'The quota cannot be counted at the moment';
  return new HttpException({ statusCode, message, retryAfterMs: retryStoreMs }, statusCode, { cause });
}

function handlerOf(context: ExecutionContext): string {
  return `${context.getClass().name}.${context.getHandler().name}`;
}
