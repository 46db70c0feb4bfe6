import { expect, test } from 'vitest'
import { readerOf } from '../../../../test/support/readers.ts'
import {
  describeNotification,
  type MessageParams,
  type NotificationFact,
  type NotificationKind,
  withShortTexts,
} from './notification-words.ts'

const BERLIN = readerOf('Europe/Berlin')
const session = { start: '2026-11-02T07:00:00.000Z', end: '2026-11-02T15:30:00.000Z' }
const place = {
  device: { browser: 'Firefox', system: 'Windows' },
  ipAddress: '203.0.113.7',
  at: '2026-11-20T16:30:00.000Z',
}

type Example<K extends NotificationKind> = [
  Extract<NotificationFact, { kind: K }>['params'],
  title: string,
  message: string | null,
]
/** An example of every kind, with its words. */
const examples: { [K in NotificationKind]: Example<K> } = {
  'task-assigned': [{ by: 'Ada King', title: 'Sweep' }, 'New task for you', 'Ada King assigned you "Sweep"'],
  'task-assigned-many': [
    { by: 'Ada King', title: 'Sweep', count: 3 },
    '3 new tasks for you',
    'Ada King assigned you "Sweep" and 2 more',
  ],
  'work-reassigned': [
    { by: 'Ada King', from: 'Alan Turing', tasks: 3, routines: 1 },
    'You take over the work of Alan Turing',
    'Ada King assigned you 3 tasks and 1 routine',
  ],
  'due-soon': [{ title: 'Air the rooms', due: '2026-11-20T16:30:00.000Z' }, 'Due at 17:30', 'Air the rooms'],
  overdue: [
    { title: 'Air the rooms', due: '2026-11-20T16:30:00.000Z' },
    'A task is overdue',
    '"Air the rooms" was due at 17:30',
  ],
  'overdue-managers': [
    { title: 'Air the rooms', due: '2026-11-20T16:30:00.000Z', assignee: 'Ada King' },
    'A task is still overdue',
    '"Air the rooms" was due at 17:30. Ada King has it.',
  ],
  comment: [{ by: 'Ada King', title: 'Sweep' }, 'New comment', 'Ada King commented on "Sweep"'],
  mention: [{ by: 'Ada King', title: 'Sweep' }, 'You were mentioned', 'Ada King mentioned you in "Sweep"'],
  'problem-reported': [
    { by: 'Ada King', title: 'Tap drips', place: 'Room 204' },
    'New problem',
    'Ada King: Tap drips (Room 204)',
  ],
  'problem-moved': [
    { by: 'Ada King', title: 'Tap drips', place: null },
    'A problem was sent to you',
    'Ada King: Tap drips',
  ],
  'problem-taken': [
    { by: 'Ada King', title: 'Tap drips', place: 'Room 204' },
    'Ada King takes care of it',
    'Tap drips (Room 204)',
  ],
  'problem-done': [
    { by: 'Ada King', title: 'Tap drips', place: null, count: 3 },
    '3 of your problems are solved',
    'Ada King: Tap drips and 2 more',
  ],
  'problem-waiting': [
    { title: 'Tap drips', place: 'Room 204', department: 'Maintenance', minutes: 10 },
    'Nobody has taken a problem for 10 minutes',
    'Maintenance: Tap drips (Room 204)',
  ],
  handover: [{ by: 'Ada King', about: 'Tap drips' }, 'Ada King hands over: Tap drips', null],
  'handover-forgotten': [
    { by: 'Ada King', about: 'Tap drips', count: 3 },
    'Please check whether 3 tasks are done',
    'Ada King: Tap drips, and 2 more',
  ],
  'handover-waiting': [
    { by: 'Ada King', about: 'Tap drips', department: 'Maintenance' },
    'Nobody has received a handover',
    'Maintenance: Ada King: Tap drips',
  ],
  'handover-question': [
    { by: 'Ada King', about: 'Tap drips', question: 'Where is the spare part?' },
    'Ada King asks about a handover',
    'Tap drips: Where is the spare part?',
  ],
  'handover-answer': [
    { by: 'Ada King', about: 'Tap drips', answer: 'In the workshop' },
    'Ada King has answered your question',
    'Tap drips: In the workshop',
  ],
  reminder: [{ title: 'Stretch', description: 'Shoulders' }, 'Stretch', 'Shoulders'],
  message: [
    { by: 'Ada King', text: 'The boiler is off', reason: 'No hot water' },
    'Urgent message from Ada King',
    'The boiler is off (Reason: No hot water)',
  ],
  'clock-corrected': [
    { by: 'Ada King', before: session, after: { ...session, end: null }, reason: 'As we agreed' },
    'Your hours were corrected',
    'Ada King changed Nov 2, 08:00 – 16:30 to Nov 2, 08:00 – now: As we agreed',
  ],
  'clock-confirmed': [
    { by: 'Ada King', session, reason: 'I was there' },
    'Your hours were confirmed',
    'Ada King confirmed Nov 2, 08:00 – 16:30: I was there',
  ],
  'clock-added': [
    { by: 'Ada King', session, reason: 'Forgot to clock in' },
    'Hours were added for you',
    'Ada King added Nov 2, 08:00 – 16:30: Forgot to clock in',
  ],
  'clock-breaks': [
    { by: 'Ada King', session, minutesBefore: 1, minutes: 30, reason: 'As we agreed' },
    'Your breaks were corrected',
    'Ada King changed the breaks of Nov 2, 08:00 – 16:30 from 1 minute to 30 minutes: As we agreed',
  ],
  'hours-changed': [
    { name: 'Ada King', start: '2026-11-01', end: '2026-11-30' },
    'Approved hours have changed',
    'Ada King, Nov 1 – 30, 2026: the hours differ from those that were approved.',
  ],
  'hours-withdrawn': [
    { by: 'Ada King', start: '2026-11-01', end: '2026-11-30', reason: 'A shift is missing' },
    'The approval of your hours was withdrawn',
    'Ada King, Nov 1 – 30, 2026: A shift is missing',
  ],
  'hours-objected': [
    { by: 'Ada King', start: '2026-11-16', end: '2026-11-30', text: 'The 17th' },
    'Something is wrong with hours',
    'Ada King, Nov 16 – 30, 2026: The 17th',
  ],
  'hours-settled': [
    { by: 'Ada King', start: '2026-12-28', end: '2027-01-03', text: 'It is there now' },
    'An answer about your hours',
    'Ada King, Dec 28 – Jan 3, 2027: It is there now',
  ],
  'shift-missed': [
    { name: 'Uli Brandt', start: '2026-12-10T06:00:00.000Z', end: '2026-12-10T14:00:00.000Z', others: 0 },
    'Uli Brandt has not come',
    'Planned: Dec 10, 07:00 – 15:00',
  ],
  'roster-published': [
    { by: 'Ada King', count: 2, first: '2026-12-10T06:00:00.000Z' },
    '2 new shifts for you',
    'Ada King published your plan. First: Thu, Dec 10, 2026',
  ],
  'roster-changed': [
    { by: 'Ada King', count: 1, first: '2026-12-10T06:00:00.000Z', reason: 'Two people are ill' },
    'One of your shifts has changed',
    'Ada King, from Thu, Dec 10, 2026 on: Two people are ill',
  ],
  'shift-asked': [
    {
      ...{ by: 'Ada King', count: 1, first: '2026-12-10T06:00:00.000Z', end: '2026-12-10T14:00:00.000Z' },
      reason: 'Two people are ill',
    },
    'Can you work then?',
    'Ada King asks for Dec 10, 07:00 – 15:00: Two people are ill',
  ],
  'shift-claimed': [
    { by: 'Ada King', start: '2026-12-10T06:00:00.000Z', end: '2026-12-10T14:00:00.000Z', from: 'Uli Brandt' },
    'Ada King takes over a shift of Uli Brandt',
    'Dec 10, 07:00 – 15:00',
  ],
  'shift-taken-over': [
    { by: 'Ada King', first: '2026-12-10T06:00:00.000Z', end: '2026-12-10T14:00:00.000Z' },
    'Ada King takes over your shift',
    'Dec 10, 07:00 – 15:00',
  ],
  'shift-refused': [
    { by: 'Ada King', start: '2026-12-10T06:00:00.000Z', end: '2026-12-10T14:00:00.000Z', reason: 'My child is ill' },
    'Ada King cannot work then',
    'Dec 10, 07:00 – 15:00: My child is ill',
  ],
  'exchange-asked': [
    {
      ...{ by: 'Ada King', first: '2026-12-10T06:00:00.000Z' },
      gets: { start: '2026-12-10T06:00:00.000Z', end: '2026-12-10T14:00:00.000Z' },
      gives: { start: '2026-12-12T06:00:00.000Z', end: '2026-12-12T14:00:00.000Z' },
    },
    'Ada King would like to exchange shifts with you',
    'Dec 10, 07:00 – 15:00 for Dec 12, 07:00 – 15:00',
  ],
  'exchange-done': [
    {
      ...{ by: 'Ada King', first: '2026-12-10T06:00:00.000Z' },
      gets: { start: '2026-12-10T06:00:00.000Z', end: '2026-12-10T14:00:00.000Z' },
      gives: null,
    },
    'You take over a shift of Ada King',
    'Dec 10, 07:00 – 15:00',
  ],
  'exchange-refused': [
    {
      by: 'Ada King',
      first: '2026-12-10T06:00:00.000Z',
      ...{ start: '2026-12-10T06:00:00.000Z', end: '2026-12-10T14:00:00.000Z' },
    },
    'Ada King says no to an exchange of shifts',
    'Dec 10, 07:00 – 15:00',
  ],
  'exchange-void': [
    { first: '2026-12-10T06:00:00.000Z', start: '2026-12-10T06:00:00.000Z', end: '2026-12-10T14:00:00.000Z' },
    'An exchange of shifts is cancelled',
    'Dec 10, 07:00 – 15:00: the plan has changed meanwhile',
  ],
  'exchange-waiting': [
    {
      ...{ by: 'Ada King', from: 'Uli Brandt', forShift: null },
      shift: { start: '2026-12-10T06:00:00.000Z', end: '2026-12-10T14:00:00.000Z' },
    },
    'Uli Brandt and Ada King would like to exchange shifts',
    'Dec 10, 07:00 – 15:00',
  ],
  'shift-exchanged': [
    {
      ...{ by: 'Ada King', from: 'Uli Brandt' },
      shift: { start: '2026-12-10T06:00:00.000Z', end: '2026-12-10T14:00:00.000Z' },
      forShift: { start: '2026-12-12T06:00:00.000Z', end: '2026-12-12T14:00:00.000Z' },
    },
    'Uli Brandt and Ada King have exchanged shifts',
    'Dec 10, 07:00 – 15:00 for Dec 12, 07:00 – 15:00',
  ],
  'shift-wanted': [
    { by: 'Ada King', first: '2026-12-10T06:00:00.000Z', end: '2026-12-10T14:00:00.000Z', reason: null },
    'Could you come?',
    'Ada King asks for Dec 10, 07:00 – 15:00',
  ],
  'absence-decided': [
    { by: 'Ada King', change: 'approved', from: '2026-12-10', to: '2026-12-12', first: '2026-12-09T23:00:00.000Z' },
    'Ada King has approved your absence',
    'Dec 10 – 12, 2026',
  ],
  'absence-requested': [
    { name: 'Uli Brandt', from: '2026-12-10', to: '2026-12-10', opened: 0 },
    'Uli Brandt asks for an absence',
    'Dec 10, 2026',
  ],
  'person-away': [
    { name: 'Uli Brandt', from: '2026-12-10', to: '2026-12-12', opened: 2 },
    'Uli Brandt cannot work',
    'Dec 10 – 12, 2026: 2 shifts are open now',
  ],
  'sop-read-reminder': [
    { title: 'Towels', version: '1.0' },
    'Please read a procedure',
    'Please confirm "Towels", version 1.0',
  ],
  'sign-in-new-browser': [
    place,
    'New sign-in to your account',
    'Signed in with Firefox on Windows from 203.0.113.7, Nov 20, 2026, 17:30. If this was not you, change your password.',
  ],
  'sign-in-failures': [
    { ...place, device: { browser: null, system: null }, ipAddress: null },
    'Failed sign-ins to your account',
    'Somebody entered a wrong password several times, most recently with Unknown device from an unknown address, Nov 20, 2026, 17:30. If this was not you, choose a long password that you use nowhere else.',
  ],
  'second-step-added': [
    { at: place.at },
    'Your sign-in has a second step',
    'Set up Nov 20, 2026, 17:30. If this was not you, tell an administrator immediately.',
  ],
  'second-step-removed': [
    { at: place.at },
    'Your sign-in has no second step any more',
    'Removed Nov 20, 2026, 17:30. If this was not you, change your password and tell an administrator.',
  ],
  'passkey-added': [
    { at: place.at, name: 'Chrome on Windows' },
    'You have a new passkey',
    'Chrome on Windows, added Nov 20, 2026, 17:30. If this was not you, tell an administrator immediately.',
  ],
  'passkey-removed': [
    { at: place.at, name: 'Chrome on Windows' },
    'One of your passkeys was removed',
    'Chrome on Windows, removed Nov 20, 2026, 17:30. If this was not you, tell an administrator immediately.',
  ],
  'passkey-copied': [
    { at: place.at, name: 'Chrome on Windows' },
    'One of your passkeys may have been copied',
    'Chrome on Windows was refused Nov 20, 2026, 17:30. Remove it in your profile, and make a new one.',
  ],
  'recovery-code-used': [
    { at: place.at, left: 9 },
    'A recovery code was used',
    'Used Nov 20, 2026, 17:30. 9 are left. If this was not you, change your password.',
  ],
  'recovery-codes-renewed': [
    { at: place.at },
    'You have new recovery codes',
    'Made Nov 20, 2026, 17:30. The old ones no longer work. If this was not you, change your password and tell an administrator.',
  ],
  'pin-set': [
    { at: place.at },
    'Your PIN for kiosks was set',
    'Set Nov 20, 2026, 17:30. If this was not you, change your PIN and your password.',
  ],
  'username-changed': [
    { from: null, to: 'rosa.diaz', by: 'Adam Weiss', at: place.at },
    'Your user name was changed',
    'From none to rosa.diaz, by Adam Weiss, Nov 20, 2026, 17:30. If this is not right, tell an administrator immediately.',
  ],
  'calendar-address-made': [
    { at: place.at },
    'Your tasks have a new address for calendars',
    'Made Nov 20, 2026, 17:30. If this was not you, remove it and change your password.',
  ],
  'provider-linked': [
    { name: 'Hotel ID', at: place.at },
    'Your account was linked to Hotel ID',
    'Linked Nov 20, 2026, 17:30. If this was not you, change your password and tell an administrator.',
  ],
  'token-made': [
    { name: 'Shift import', at: place.at },
    'A token was made for your account',
    '"Shift import", Nov 20, 2026, 17:30. If this was not you, revoke it and change your password.',
  ],
  'email-changed': [
    { from: 'old@hotel.example', to: 'new@hotel.example', by: null, at: place.at },
    'Your e-mail address was changed',
    'From old@hotel.example to new@hotel.example, by you, Nov 20, 2026, 17:30. If this is not right, tell an administrator immediately.',
  ],
  'webhook-stopped': [
    { name: 'Door locks', because: 'failing' },
    'A webhook was paused',
    'Door locks: no message has arrived for three days.',
  ],
  'programs-ended': [
    { at: place.at },
    'Your tokens, calendar and devices were disconnected',
    'Your role was changed Nov 20, 2026, 17:30. This removes your tokens, the address of your calendar and notifications on devices. In your profile, set up again what you need.',
  ],
  'webhooks-unowned': [
    {
      ...{ owner: 'Ada King', count: 5, pausesAt: '2026-11-27T16:30:00.000Z' },
      items: [
        { name: 'Door locks', what: ['task', 'clock'], where: 'locks.example', usedAt: place.at },
        { name: 'Lifts', what: ['comment'], where: 'lifts.example', usedAt: null },
      ],
    },
    '5 webhooks need a new owner',
    'Door locks (tasks and hours to locks.example, last delivered Nov 20, 2026, 17:30), Lifts (comments to lifts.example, nothing delivered in 30 days) and 3 more. Ada King can no longer manage webhooks. Take over those that you need and delete the rest. The others pause on Nov 27, 2026, 17:30.',
  ],
  'kiosks-unowned': [
    {
      ...{ owner: 'Ada King', count: 1, pausesAt: '2026-11-27T16:30:00.000Z', isPaused: true },
      items: [{ name: 'Staff door', what: [], where: 'Housekeeping', usedAt: null }],
    },
    'A kiosk was paused',
    'Staff door (people of Housekeeping, not seen yet). Ada King can no longer manage kiosks, and nobody has taken over.',
  ],
  legacy: [{ type: 'task', title: 'New task for you', message: null }, 'New task for you', null],
}

test.each(Object.entries(examples))('%s has its words', (kind, [params, title, message]) => {
  const fact = { kind, params } as NotificationFact
  expect(describeNotification(fact, BERLIN)).toMatchObject({ type: expect.any(String), title, message })
})

test('a kind of a newer Muster has words too', () => {
  for (const kind of ['of-tomorrow', 'toString', '__proto__']) {
    expect(describeNotification({ kind, params: {} } as unknown as NotificationFact, BERLIN).title).toBe('Notification')
  }
})

test('a long text is cut between characters', () => {
  const params = { title: '👍'.repeat(10), description: null }
  expect(withShortTexts({ kind: 'reminder', params, subject: null }, 3).params).toEqual({
    title: '👍👍👍',
    description: null,
  })
})

test('a message and a comment say the beginning of their words, a message without words what it shows', () => {
  const wordsOf = (params: MessageParams) => describeNotification({ kind: 'message', params }, BERLIN)
  const by = 'Ada King'
  expect(wordsOf({ by, text: 'Two cots', threadId: 7 })).toMatchObject({
    title: 'Message from Ada King',
    message: 'Two cots',
  })
  expect(wordsOf({ by, text: 'Two cots', department: 'Kitchen' }).title).toBe('Message from Ada King to Kitchen')
  expect(wordsOf({ by, text: '', shows: 'photo' }).message).toBe('Photo')
  expect(wordsOf({ by, text: '', shows: 'task' }).message).toBe('Task')
  const comment = describeNotification(
    { kind: 'comment', params: { by, title: 'Sweep', text: 'Done', commentId: 4 } },
    BERLIN,
  )
  expect(comment).toMatchObject({ title: 'New comment', message: 'Ada King on "Sweep": Done' })
})

test('a reminder to read a new version says what it changes', () => {
  const params = { title: 'Towels', version: '1.1', changeNote: 'Blue ones are for the pool' }
  expect(describeNotification({ kind: 'sop-read-reminder', params }, BERLIN).message).toBe(
    'Please confirm "Towels", version 1.1. What changed: Blue ones are for the pool',
  )
})

test('a handover is named by its giver and what it is about; a locked screen learns of the giver alone', () => {
  const wordsOf = (params: { by: string; about: string; count?: number }) =>
    describeNotification({ kind: 'handover', params }, BERLIN)
  expect(wordsOf({ by: 'Daniel', about: 'Minibar round' })).toEqual({
    type: 'handover',
    title: 'Daniel hands over: Minibar round',
    message: null,
    withoutWords: 'Daniel hands over something',
  })
  expect(wordsOf({ by: 'Daniel', about: 'Minibar round', count: 3 })).toEqual({
    type: 'handover',
    title: 'Daniel hands over 3 things',
    message: '"Minibar round" and 2 more',
  })
  const long = 'x'.repeat(500)
  expect(wordsOf({ by: 'Daniel', about: long })).toMatchObject({
    title: `Daniel hands over: ${'x'.repeat(120)}`,
    message: long,
  })
})
