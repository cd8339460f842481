import { group, listOf, optionalCount, text, texts } from '@wetempo/core/callback';
import { agentEvent, changeEvent, changeEvents } from '../agent-event.js';
import { callbackPage } from '../docs.js';

const docs = callbackPage(90970);

/** Lists of ids (`Department`, `IsLeaderInDept`) come as one text with commas. */
const member = {
  UserID: text(),
  ...texts('Name', 'Department', 'MainDepartment', 'IsLeaderInDept', 'DirectLeader', 'Position', 'Mobile'),
  ...texts('Gender', 'Email', 'BizMail', 'Status', 'Avatar', 'Alias', 'Telephone', 'Address'),
  ExtAttr: group({
    Item: listOf(
      group({ ...texts('Name', 'Type'), Text: group(texts('Value')), Web: group(texts('Title', 'Url')) }),
    ),
  }),
};
const department = { Id: text(), ...texts('Name', 'ParentId', 'Order') };

/** The address book: members, departments, tags, schools. */
export const contactEvents = {
  'change_contact.create_user': changeEvent('change_contact', 'create_user', member, docs),
  /** `NewUserID` where the id itself was changed. */
  'change_contact.update_user': changeEvent(
    'change_contact',
    'update_user',
    { ...member, ...texts('NewUserID') },
    docs,
  ),
  'change_contact.delete_user': changeEvent('change_contact', 'delete_user', { UserID: text() }, docs),
  'change_contact.create_party': changeEvent('change_contact', 'create_party', department, docs),
  'change_contact.update_party': changeEvent('change_contact', 'update_party', department, docs),
  'change_contact.delete_party': changeEvent('change_contact', 'delete_party', { Id: text() }, docs),
  /** The four lists are texts with commas. */
  'change_contact.update_tag': changeEvent(
    'change_contact',
    'update_tag',
    { TagId: text(), ...texts('AddUserItems', 'DelUserItems', 'AddPartyItems', 'DelPartyItems') },
    docs,
  ),
  change_contact: agentEvent('change_contact', texts('ChangeType'), docs),
  /** A job over the address book is done; `JobType` says which. */
  batch_job_result: agentEvent(
    'batch_job_result',
    { BatchJob: group(texts('JobId', 'JobType', 'ErrCode', 'ErrMsg')) },
    docs,
  ),
  ...changeEvents(
    'change_school_contact',
    [
      'create_student',
      'update_student',
      'delete_student',
      'create_parent',
      'update_parent',
      'delete_parent',
      'subscribe',
      'unsubscribe',
      'create_department',
      'update_department',
      'delete_department',
    ],
    { Id: text() },
  ),
  change_school_contact: agentEvent('change_school_contact', texts('ChangeType', 'Id')),
  'app_email_change.receive_email': changeEvent('app_email_change', 'receive_email', {
    Amount: optionalCount(),
  }),
  app_email_change: agentEvent('app_email_change', texts('ChangeType')),
  'change_chain.create_chain': changeEvent('change_chain', 'create_chain', {
    ...texts('ChainId'),
    GroupIds: group({ GroupId: listOf(text()) }),
    CorpIds: group({ CorpId: listOf(text()) }),
  }),
  change_chain: agentEvent('change_chain', texts('ChangeType', 'ChainId')),
} as const;
