import type { IncomingMessage } from 'node:http';
import {
  BadRequestException,
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Inject,
  NotFoundException,
  Param,
  Post,
  Query,
  Req,
  UnprocessableEntityException,
} from '@nestjs/common';
import type { LineOutcome } from './line-outcome.js';
import type { Push } from './push.js';
import { nameOfContent } from './push-name.js';
import type { PushReport } from './push-report.js';
import { readPushRequest } from './push-request.js';
import { PushesService } from './pushes.service.js';
import { CsvError, type RecipientCsv, readRecipientCsv } from './recipient-csv.js';

@Controller('pushes')
export class PushesController {
  readonly #pushes: PushesService;

  constructor(@Inject(PushesService) pushes: PushesService) {
    this.#pushes = pushes;
  }

  /**
   * Starts a push: `text/csv` with `?template=…&name=…`, or JSON `{ csv, template, name }`. Without a name the content is
   * the name, so that the same CSV posted twice is one push.
   */
  @Post()
  @HttpCode(202)
  async start(
    @Req() stream: IncomingMessage,
    @Headers('content-type') contentType: string | undefined,
    @Query() query: unknown,
    @Body() body: unknown,
  ): Promise<PushReport> {
    const isCsv = contentType?.startsWith('text/csv') ?? false;
    const request = readPushRequest(isCsv ? { ...Object(query), csv: stream } : body);
    if ('problems' in request) throw refusal(BadRequestException, 'the request is wrong', request.problems);
    const csv = await readOrRefuse(request.csv);
    const name = request.name ?? nameOfContent(request.template, csv);
    return this.#pushes.start({ name, templateId: request.template, csv }).report();
  }

  @Get(':id')
  show(@Param('id') id: string): PushReport {
    return this.#find(id).report();
  }

  /** What became of each line that was tried. */
  @Get(':id/lines')
  lines(@Param('id') id: string): (LineOutcome & { readonly line: number })[] {
    return this.#find(id).outcomes();
  }

  #find(id: string): Push {
    const push = this.#pushes.find(id);
    if (push === undefined) {
      throw new NotFoundException(`no push "${id}" since this process started; post its CSV again to go on`);
    }
    return push;
  }
}

async function readOrRefuse(source: AsyncIterable<Uint8Array | string>): Promise<RecipientCsv> {
  try {
    return await readRecipientCsv(source);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const kind = error.concerns === 'header' ? BadRequestException : UnprocessableEntityException;
    throw refusal(kind, error.message, error.problems);
  }
}

function refusal<Exception>(
  kind: new (body: object) => Exception,
  message: string,
  problems: readonly object[],
): Exception {
  return new kind({ message, problems });
}
