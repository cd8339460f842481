import { texts } from '@wetempo/core/callback';
import { agentEvent, changeEvent, changeEvents } from '../agent-event.js';

/** Documents, forms, smart sheets and the drive. */
export const documentEvents = {
  'doc_change.delete_doc': changeEvent('doc_change', 'delete_doc', texts('DocId')),
  'doc_change.doc_member_change': changeEvent('doc_change', 'doc_member_change', texts('DocId', 'FormId')),
  ...changeEvents('doc_change', ['delete_form', 'form_complete', 'form_settings_change'], texts('FormId')),
  doc_change: agentEvent('doc_change', texts('ChangeType', 'DocId', 'FormId')),
  ...changeEvents(
    'smart_sheet_change',
    ['add_field', 'update_field', 'delete_field'],
    texts('DocId', 'SheetId', 'FieldId'),
  ),
  ...changeEvents(
    'smart_sheet_change',
    ['add_record', 'update_record', 'delete_record'],
    texts('DocId', 'SheetId', 'RecordId'),
  ),
  smart_sheet_change: agentEvent('smart_sheet_change', texts('ChangeType', 'DocId', 'SheetId')),
  ...changeEvents(
    'wedrive_file_change',
    ['create_file', 'update_file', 'rename_file', 'move_file', 'delete_file'],
    texts('FileId'),
  ),
  wedrive_file_change: agentEvent('wedrive_file_change', texts('ChangeType', 'FileId')),
  ...changeEvents(
    'wedrive_space_change',
    ['dismiss_space', 'space_member_change', 'space_security_settings_change'],
    texts('SpaceId'),
  ),
  wedrive_space_change: agentEvent('wedrive_space_change', texts('ChangeType', 'SpaceId')),
  wedrive_insufficient_capacity: agentEvent('wedrive_insufficient_capacity', {}),
} as const;
