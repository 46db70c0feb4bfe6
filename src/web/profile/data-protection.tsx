import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  type DataDestination,
  type DataKind,
  type DataProtection,
  dataProtectionApi,
  destinations,
  type KeptData,
} from '../../shared/data-protection.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { useReply } from '../api/queries.ts'
import { copyOfData } from '../components/files/personal-data.ts'
import { ProfilePart } from '../components/people/profile-part.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'

const kindLabels: Record<DataKind, Message> = {
  account: msg('Name, e-mail address or user name, role, department, language, personnel number, contracts'),
  sign_in: msg('How you sign in: password (as a hash), passkeys, second step, PIN, tokens'),
  hours: msg('Hours: clock-ins, clock-outs, breaks and corrections'),
  planned_shifts: msg('Planned shifts, with your answers about late changes'),
  absences: msg('Absences: when and why you are away, with your notes and what managers decided'),
  wishes: msg('Wishes about shifts. The days count from the day of the wish. Weekly ones stay until you delete them'),
  tasks: msg('Tasks and problems that you created, took or completed, with their steps and photos'),
  comments: msg('Comments that you wrote'),
  handovers: msg('Handovers that you gave, received or asked about'),
  messages: msg('Messages that you sent'),
  notifications: msg('Notifications that you have read'),
  unread_notifications: msg('Notifications that you have not read'),
  readings: msg('Procedures that you have read and confirmed'),
  reminders: msg('Reminders that you made'),
  feedback: msg('Feedback that you sent'),
  sessions: msg('Devices on which you are signed in: time, browser and network address'),
  devices: msg('Browsers in which you have signed in before'),
  attempts: msg('Failed tries to sign in: account and network address'),
  audit: msg('Audit log: who changed what and when, and from which network address'),
  exports: msg('Audit log: refused requests and exports'),
  jobs: msg('Work in the background that failed, such as e-mails to you'),
  backups: msg('Backups of all of this'),
}

const destinationLabels: Record<DataDestination, Message> = {
  telemetry: msg('Figures and traces for monitoring, to a server that your administrators chose'),
  mail: msg('E-mails, through the mail server of your house'),
  push: msg('Notifications to devices that people connected, through the service of the browser’s maker'),
  provider: msg('Single sign-on, to the provider of your house'),
  webhooks: msg('Changes, to programs that your administrators connected'),
  calendars: msg('Tasks, to calendars that people connected'),
  files: msg('Files, to an object store that your administrators chose'),
  backups: msg('Backups, to an object store that your administrators chose'),
}

/** The viewer's data: how long each kind stays, where data go, how to get a copy, and the effect of a deletion. */
export function DataProtectionPage() {
  const i18n = useI18n()
  const query = useReply(dataProtectionApi.read, {})
  return (
    <ProfilePart>
      <h2 className="font-semibold text-2xl tracking-[-0.015em]">{i18n.t('Data protection')}</h2>
      {query.data ? (
        <Facts facts={query.data} />
      ) : (
        <NotLoaded query={query} failure={i18n.t('The facts about your data could not be loaded.')}>
          <LoadingBars words={i18n.t('Loading...')} bars="h-96" />
        </NotLoaded>
      )}
    </ProfilePart>
  )
}

function Facts({ facts: { kinds, destinations: used } }: { facts: DataProtection }) {
  const i18n = useI18n()
  return (
    <>
      <Part title={i18n.t('What Muster stores about you, and for how long')}>
        <dl className="divide-y divide-line">
          {kinds.map((kept) => (
            <div key={kept.kind} className="grid gap-x-6 py-2.5 md:grid-cols-[3fr_2fr]">
              <dt className="text-pretty">{i18n.t(kindLabels[kept.kind])}</dt>
              <dd className="tabular text-muted">{durationOf(kept, i18n)}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title={i18n.t('A copy of your data')}>
        <p className="text-pretty text-muted">
          {i18n.t(
            'You get a ZIP file: a list for each of these kinds, and your photos. Muster asks for your password first, and the audit log says that you asked.',
          )}
        </p>
        <Button className="mt-3" onClick={() => copyOfData()}>
          <Download aria-hidden="true" className="size-4" />
          {i18n.t('Download my data')}
        </Button>
      </Part>
      <Part title={i18n.t('When your account is deleted')}>
        <ul className="grid list-disc gap-1.5 ps-5 text-pretty">
          <li>
            {i18n.t('An administrator deletes it. You cannot sign in any more, on any device, from that moment.')}
          </li>
          <li>
            {i18n.t(
              'Passkeys, second step, PIN, tokens and saved views go. Your e-mail address is free for another account.',
            )}
          </li>
          <li>
            {i18n.t(
              'Your hours stay, because the law makes employers keep them. What you did stays under your name, because colleagues need to know who did it.',
            )}
          </li>
        </ul>
      </Part>
      <Part title={i18n.t('Where your data go')}>
        <p className="text-pretty">
          {i18n.t('Muster calls nobody by itself: no maker, no statistics, no advertising.')}{' '}
          {used.length === 0
            ? i18n.t('Nobody has set anything up here that sends data elsewhere.')
            : i18n.t('Your administrators or colleagues have set these up:')}
        </p>
        {used.length > 0 && (
          <ul className="mt-2 grid list-disc gap-1.5 ps-5 text-pretty">
            {destinations
              .filter((destination) => used.includes(destination))
              .map((destination) => (
                <li key={destination}>{i18n.t(destinationLabels[destination])}</li>
              ))}
          </ul>
        )}
      </Part>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className={`${card} px-5 py-4 md:px-7 md:py-5`}>
    <h3 className="mb-2 font-semibold text-md">{title}</h3>
    {children}
  </section>
)

/** How long something stays, in words. */
function durationOf({ stays, days }: KeptData, i18n: Reader['i18n']) {
  const values = { count: days ?? 0 }
  if (stays === 'days') return i18n.t('{count, plural, one {# day} other {# days}}', values)
  if (stays === 'always') return i18n.t('for good')
  if (stays === 'account') return i18n.t('as long as the account')
  return stays === 'task'
    ? i18n.t(
        '{count, plural, one {as long as the task; # day after its deletion} other {as long as the task; # days after its deletion}}',
        values,
      )
    : i18n.t(
        '{count, plural, one {as long as the changed thing; # day after its deletion} other {as long as the changed thing; # days after its deletion}}',
        values,
      )
}
