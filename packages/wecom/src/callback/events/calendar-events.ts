import { texts } from '@wetempo/core/callback';
import { agentEvent } from '../agent-event.js';

const schedule = texts('CalId', 'ScheduleId');

/** Calendars and appointments; these come as JSON, too. */
export const calendarEvents = {
  modify_calendar: agentEvent('modify_calendar', texts('CalId')),
  delete_calendar: agentEvent('delete_calendar', texts('CalId')),
  add_schedule: agentEvent('add_schedule', schedule),
  modify_schedule: agentEvent('modify_schedule', schedule),
  delete_schedule: agentEvent('delete_schedule', schedule),
  respond_schedule: agentEvent('respond_schedule', schedule),
} as const;
