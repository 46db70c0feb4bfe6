import type { HouseState, Setup, SetupStep } from '../../shared/setup.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { stepState } from './steps.ts'

/** A subject of the guide with its present state. */
export interface LeftLine {
  key: string
  label: Message
  /** The number of things that there are, or the thing that is missing. */
  says: Message
  /** `skipped`: it is missing, and somebody has said that the house does without. */
  state: 'left' | 'skipped' | 'done'
  /** Where it is mended. */
  to: { step: SetupStep } | { people: 'all' | 'links' }
}

interface Subject extends Omit<LeftLine, 'state'> {
  isDone: boolean
}

/** All subjects in the order of the guide, with the present state of the house. */
export function leftLines(house: HouseState, { steps }: Setup): LeftLine[] {
  return subjectsOf(house).map(({ isDone, ...line }) => {
    const isSkipped = 'step' in line.to && stepState(line.to.step, steps) === 'skipped'
    return { ...line, state: isDone ? 'done' : isSkipped ? 'skipped' : 'left' }
  })
}

function subjectsOf(house: HouseState): Subject[] {
  const { departments, departmentsWithoutPeople, people, peopleLeftOut, peopleWithLink, backups } = house
  const step = (step: SetupStep) => ({ step })
  return [
    {
      ...{ key: 'name', label: msg('Name of the organisation'), to: step('organisation'), isDone: house.hasName },
      says: house.hasName ? msg('It is there.') : msg('People see no name where they sign in.'),
    },
    {
      ...{ key: 'phone', label: msg('Emergency number of the house'), to: step('organisation') },
      isDone: house.hasEmergencyPhone,
      says: house.hasEmergencyPhone ? msg('It is there.') : msg('A report shows no number when nobody is on duty.'),
    },
    {
      ...{ key: 'departments', label: msg('Departments'), to: step('departments'), isDone: departments > 0 },
      says: msg(
        '{count, plural, =0 {There are no departments yet.} one {There is # department.} other {There are # departments.}}',
        { count: departments },
      ),
    },
    ...(departments > 0 && departmentsWithoutPeople > 0
      ? [
          {
            ...{
              key: 'empty',
              label: msg('Departments without people'),
              to: { people: 'all' as const },
              isDone: false,
            },
            says: msg(
              '{count, plural, one {# department has no active person.} other {# departments have no active person.}}',
              { count: departmentsWithoutPeople },
            ),
          },
        ]
      : []),
    {
      // The administrator at the guide is a person too.
      ...{ key: 'people', label: msg('People'), to: step('people'), isDone: people > 1 },
      says: msg('{count, plural, one {# person has an account.} other {# people have accounts.}}', { count: people }),
    },
    ...(peopleLeftOut > 0
      ? [
          {
            ...{ key: 'links', label: msg('Links for people'), to: { people: 'links' as const }, isDone: false },
            says: msg(
              '{count, plural, one {# person has no password and no link to set one.} other {# people have no password and no link to set one.}}',
              { count: peopleLeftOut },
            ),
          },
        ]
      : []),
    ...(peopleWithLink > 0
      ? [
          {
            ...{ key: 'waiting', label: msg('Links that wait'), to: { people: 'all' as const }, isDone: false },
            says: msg(
              '{count, plural, one {# person has a link and has not used it yet.} other {# people have a link and have not used it yet.}}',
              { count: peopleWithLink },
            ),
          },
        ]
      : []),
    {
      ...{ key: 'tasks', label: msg('First tasks'), to: step('tasks'), isDone: house.hasTasks },
      says: house.hasTasks ? msg('There are tasks on the board.') : msg('The board is empty.'),
    },
    {
      ...{ key: 'places', label: msg('Places'), to: step('places'), isDone: house.places > 0 },
      says: msg('{count, plural, =0 {There are no places yet.} one {There is # place.} other {There are # places.}}', {
        count: house.places,
      }),
    },
    {
      ...{ key: 'routines', label: msg('Routines'), to: step('routines'), isDone: house.routines > 0 },
      says: msg(
        '{count, plural, =0 {There are no routines yet.} one {There is # routine.} other {There are # routines.}}',
        { count: house.routines },
      ),
    },
    {
      ...{ key: 'procedures', label: msg('Procedures'), to: step('procedures'), isDone: house.procedures > 0 },
      says: msg(
        '{count, plural, =0 {There are no procedures yet.} one {There is # procedure.} other {There are # procedures.}}',
        { count: house.procedures },
      ),
    },
    {
      ...{ key: 'kiosk', label: msg('Kiosk'), to: step('kiosk'), isDone: house.kiosks > 0 },
      says: msg('{count, plural, =0 {There are no kiosks yet.} one {There is # kiosk.} other {There are # kiosks.}}', {
        count: house.kiosks,
      }),
    },
    {
      ...{ key: 'backup', label: msg('Backup'), to: step('backup'), isDone: backups.isPlanned },
      says: backups.isPlanned
        ? backups.lastAt === null
          ? msg('Backups are planned. The first one has not been made yet.')
          : msg('Backups are made by themselves.')
        : msg('The server makes no backups by itself.'),
    },
  ]
}
