import { type ReactNode, useState } from 'react'
import { may } from '../../shared/permissions.ts'
import { kindOf, type Reminder, remindersApi } from '../../shared/reminders.ts'
import { hasStatus } from '../api/call-endpoint.ts'
import { keyOf, queryClient, useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { MessageDialog, OpeningDialog } from '../components/forms/message-dialog.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { Ago } from '../components/time/ago.tsx'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ReminderDue } from './due.tsx'
import { kindStyles, reminderAudienceOf } from './kinds.ts'
import { CreateReminder, EditReminder } from './reminder-form.tsx'
import { RuleDescription } from './rule-description.tsx'

/** The dialog that the address opens: the reminder with this id, or a new one. `meeting`: a new one for a meeting. */
export function ReminderDialog({ id, meeting, onClose }: { id?: number; meeting?: boolean; onClose: () => void }) {
  return id === undefined ? (
    <CreateReminder meeting={meeting ?? false} onClose={onClose} />
  ) : (
    <ExistingReminder id={id} onClose={onClose} />
  )
}

function ExistingReminder({ id, onClose }: { id: number; onClose: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const query = useReply(remindersApi.get, { params: { id } })
  const { data, error } = query
  const [known] = useState(() => knownReminder(id))
  const [opened, setOpened] = useState<Reminder>()
  const reminder = data ?? known
  // Decided once, so that nothing typed is lost if the reminder fires or is deleted meanwhile.
  if (!opened && reminder && may(viewer, 'reminder:update', reminder)) setOpened(reminder)
  if (opened) return <EditReminder reminder={opened} onClose={onClose} />
  if (hasStatus(error, 404)) {
    return (
      <MessageDialog title={i18n.t('Reminder')} onClose={onClose}>
        {i18n.t('This reminder does not exist, or you cannot see it.')}
      </MessageDialog>
    )
  }
  if (reminder) return <ReminderView reminder={reminder} onClose={onClose} />
  return (
    <OpeningDialog
      title={i18n.t('Reminder')}
      loading={i18n.t('Loading the reminder...')}
      failure={i18n.t('The reminder could not be loaded.')}
      fields={['h-9', 'h-20', 'h-9']}
      query={query}
      onClose={onClose}
    />
  )
}

/** A reminder that the list in the cache contains. */
const knownReminder = (id: number) =>
  queryClient.getQueryData<Reminder[]>(keyOf(remindersApi.list))?.find((reminder) => reminder.id === id)

/** A reminder for recipients who may not edit it. */
function ReminderView({ reminder, onClose }: { reminder: Reminder; onClose: () => void }) {
  const i18n = useI18n()
  const { title, description, cronRule, nextRun, lastTriggered, creator } = reminder
  return (
    <Dialog open title={title} onClose={onClose} footer={<Button onClick={onClose}>{i18n.t('Close')}</Button>}>
      <div className="flex flex-col gap-5">
        {description && (
          <p dir="auto" className="whitespace-pre-wrap text-md wrap-anywhere">
            {description}
          </p>
        )}
        <dl className="grid gap-x-4 gap-y-5 md:grid-cols-2">
          <Fact label={i18n.t('Next run')}>
            <span>
              <ReminderDue reminder={reminder} />, <When iso={nextRun} as="moment" />
            </span>
          </Fact>
          <Fact label={i18n.t('Repeats ##how often')}>
            {cronRule ? <RuleDescription rule={cronRule} /> : i18n.t('Once')}
          </Fact>
          <Fact label={i18n.t(kindStyles[kindOf(reminder)].label)}>{reminderAudienceOf(reminder, i18n)}</Fact>
          <Fact label={i18n.t('From ##a person')}>{fullName(creator)}</Fact>
          <Fact label={i18n.t('Last triggered')}>
            {lastTriggered ? <Ago iso={lastTriggered} /> : i18n.t('Not yet')}
          </Fact>
        </dl>
      </div>
    </Dialog>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-1">
    <dt className="text-muted text-sm">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
)
