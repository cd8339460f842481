import { BadRequestException, Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { type Alert, type AlertReport, Alerts } from './alerts.js';

@Controller('alerts')
export class AlertsController {
  constructor(@Inject(Alerts) private readonly alerts: Alerts) {}

  @Post()
  @HttpCode(200)
  raise(@Body() body: unknown): Promise<AlertReport> {
    return this.alerts.raise(alertOf(body));
  }
}

function alertOf(body: unknown): Alert {
  const { id, text, to } = Object(body) as Record<string, unknown>;
  if (isText(id) && isText(text) && isText(to)) return { id, text, to };
  throw new BadRequestException('id, text and to must be texts');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
