import { formatDateTime } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { type Device, formatDevice } from '../device.ts'

export interface SignInPlace {
  device: Device
  ipAddress: string | null
  at: string
}

/** Words about the security of a person's account. These ring at any time (`core/notify/delivery.ts`). */
export const securityWords = {
  'sign-in-new-browser': ({ device, ipAddress, at }: SignInPlace, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('New sign-in to your account'),
    message: reader.i18n.t(
      'Signed in with {device} from {address}, {when}. If this was not you, change your password.',
      whereAndWhen({ device, ipAddress, at }, reader),
    ),
  }),
  'sign-in-failures': ({ device, ipAddress, at }: SignInPlace, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('Failed sign-ins to your account'),
    message: reader.i18n.t(
      'Somebody entered a wrong password several times, most recently with {device} from {address}, {when}. If this was not you, choose a long password that you use nowhere else.',
      whereAndWhen({ device, ipAddress, at }, reader),
    ),
  }),
  'second-step-added': ({ at }: { at: string }, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('Your sign-in has a second step'),
    message: reader.i18n.t('Set up {when}. If this was not you, tell an administrator immediately.', {
      when: formatDateTime(at, reader),
    }),
  }),
  'second-step-removed': ({ at, remains }: { at: string; remains?: true }, reader: Reader) => ({
    type: 'security',
    title: remains
      ? reader.i18n.t('The app for your codes was removed')
      : reader.i18n.t('Your sign-in has no second step any more'),
    message: reader.i18n.t('Removed {when}. If this was not you, change your password and tell an administrator.', {
      when: formatDateTime(at, reader),
    }),
  }),
  'passkey-added': ({ at, name }: { at: string; name: string }, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('You have a new passkey'),
    message: reader.i18n.t('{name}, added {when}. If this was not you, tell an administrator immediately.', {
      name,
      when: formatDateTime(at, reader),
    }),
  }),
  'passkey-removed': ({ at, name }: { at: string; name: string }, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('One of your passkeys was removed'),
    message: reader.i18n.t('{name}, removed {when}. If this was not you, tell an administrator immediately.', {
      name,
      when: formatDateTime(at, reader),
    }),
  }),
  'passkey-copied': ({ at, name }: { at: string; name: string }, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('One of your passkeys may have been copied'),
    message: reader.i18n.t('{name} was refused {when}. Remove it in your profile, and make a new one.', {
      name,
      when: formatDateTime(at, reader),
    }),
  }),
  'recovery-code-used': ({ at, left }: { at: string; left: number }, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('A recovery code was used'),
    message: reader.i18n.t(
      'Used {when}. {left, plural, =0 {None is left} one {# is left} other {# are left}}. If this was not you, change your password.',
      { when: formatDateTime(at, reader), left },
    ),
  }),
  /** `name`: the name of the provider of single sign-on, for people. */
  'provider-linked': ({ name, at }: { name: string; at: string }, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('Your account was linked to {name}', { name }),
    message: reader.i18n.t('Linked {when}. If this was not you, change your password and tell an administrator.', {
      when: formatDateTime(at, reader),
    }),
  }),
  'token-made': ({ name, at }: { name: string; at: string }, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('A token was made for your account'),
    message: reader.i18n.t('"{name}", {when}. If this was not you, revoke it and change your password.', {
      name,
      when: formatDateTime(at, reader),
    }),
  }),
  'recovery-codes-renewed': ({ at }: { at: string }, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('You have new recovery codes'),
    message: reader.i18n.t(
      'Made {when}. The old ones no longer work. If this was not you, change your password and tell an administrator.',
      { when: formatDateTime(at, reader) },
    ),
  }),
  /** `by` is absent for the account's owner. */
  'pin-set': ({ at, by }: { at: string; by?: string }, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('Your PIN for kiosks was set'),
    message:
      by === undefined
        ? reader.i18n.t('Set {when}. If this was not you, change your PIN and your password.', {
            when: formatDateTime(at, reader),
          })
        : reader.i18n.t('Set {when} by {by}. If you did not ask for it, tell an administrator.', {
            ...{ by, when: formatDateTime(at, reader) },
          }),
  }),
  'calendar-address-made': ({ at }: { at: string }, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('Your tasks have a new address for calendars'),
    message: reader.i18n.t('Made {when}. If this was not you, remove it and change your password.', {
      when: formatDateTime(at, reader),
    }),
  }),
  /** With a lower role. */
  'programs-ended': ({ at }: { at: string }, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('Your tokens, calendar and devices were disconnected'),
    message: reader.i18n.t(
      'Your role was changed {when}. This removes your tokens, the address of your calendar and notifications on devices. In your profile, set up again what you need.',
      { when: formatDateTime(at, reader) },
    ),
  }),
  /** `by` is null for the account's owner. */
  'email-changed': (change: NameChange, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('Your e-mail address was changed'),
    message: fromAndTo(change, reader),
  }),
  /** `by` is null for the account's owner. */
  'username-changed': (change: NameChange, reader: Reader) => ({
    type: 'security',
    title: reader.i18n.t('Your user name was changed'),
    message: fromAndTo(change, reader),
  }),
}

/** Null for an account that had none before, or has none now. */
export interface NameChange {
  from: string | null
  to: string | null
  by: string | null
  at: string
}

function fromAndTo({ from, to, by, at }: NameChange, reader: Reader) {
  const none = reader.i18n.t('none ##in place of an e-mail address or a user name')
  const values = { from: from ?? none, to: to ?? none, when: formatDateTime(at, reader) }
  return by === null
    ? reader.i18n.t(
        'From {from} to {to}, by you, {when}. If this is not right, tell an administrator immediately.',
        values,
      )
    : reader.i18n.t('From {from} to {to}, by {by}, {when}. If this is not right, tell an administrator immediately.', {
        ...values,
        by,
      })
}

/** "Chrome on Windows", "203.0.113.7", "Nov 20, 2026, 17:30". */
const whereAndWhen = ({ device, ipAddress, at }: SignInPlace, reader: Reader) => ({
  device: formatDevice(device, reader),
  address: ipAddress ?? reader.i18n.t('an unknown address'),
  when: formatDateTime(at, reader),
})
