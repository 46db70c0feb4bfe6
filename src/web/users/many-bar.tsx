import { X } from 'lucide-react'
import { departmentsApi } from '../../shared/departments.ts'
import type { Role } from '../../shared/permissions.ts'
import type { Person } from '../../shared/person.ts'
import { MAX_PEOPLE_PER_CHANGE, usersApi } from '../../shared/users.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { roleLabel } from '../components/people/role-label.ts'
import { RoleOptions } from '../components/people/role-options.tsx'
import { useI18n } from '../language.ts'
import { ask } from '../ui/ask.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Field, Select } from '../ui/field.tsx'
import { toast, toastError } from '../ui/toast.tsx'

type Changes = { departmentId: number } | { role: Role } | { isActive: boolean }

/** The number of people who are chosen, and the changes of all of them. */
export function ManyBar({
  chosen,
  offered,
  onChoose,
  onClose,
}: {
  chosen: readonly Person[]
  /** The people in view that the viewer may manage. */
  offered: readonly Person[]
  onChoose: (ids: string[]) => void
  onClose: () => void
}) {
  const i18n = useI18n()
  const departments = useReply(departmentsApi.list, {}).data ?? []
  const { mutateAsync, isPending } = useCall(usersApi.updateMany)
  const count = chosen.length
  const isTooMany = count > MAX_PEOPLE_PER_CHANGE
  const isOff = count === 0 || isTooMany || isPending
  const change = async (changes: Changes) => {
    try {
      const { changed } = await mutateAsync({ body: { userIds: chosen.map(({ id }) => id), changes } })
      toast({
        title: i18n.t('{count, plural, one {# user changed} other {# users changed}}', { count: changed }),
      })
    } catch (error) {
      toastError(messageOf(error, i18n.t('Failed to update user')))
    }
  }
  const giveRole = async (role: Role) => {
    const text = i18n.t('{count, plural, one {Give # user the role {role}?} other {Give # users the role {role}?}}', {
      count,
      role: roleLabel(role, i18n),
    })
    if (await ask({ text, stay: i18n.t('Cancel'), leave: i18n.t('Change the role') })) await change({ role })
  }
  const deactivate = async () => {
    const text = i18n.t(
      '{count, plural, one {Deactivate # user? They are signed out and clocked out immediately.} other {Deactivate # users? They are signed out and clocked out immediately.}} Their open tasks stay theirs.',
      { count },
    )
    if (await ask({ text, stay: i18n.t('Cancel'), leave: i18n.t('Deactivate') })) await change({ isActive: false })
  }
  const selectStyle = 'w-auto! max-w-48 max-md:flex-1'
  return (
    <section
      aria-label={i18n.t('Chosen users')}
      className="mx-3.5 mb-2.5 flex flex-wrap items-center gap-2 rounded-card border border-line bg-sunken px-3 py-2 md:mx-(--gutter)"
    >
      <p role="status" className="font-medium tabular">
        {isTooMany
          ? i18n.t('{max, plural, one {At most # person} other {At most # people}}', { max: MAX_PEOPLE_PER_CHANGE })
          : i18n.t('{count, plural, =0 {Nobody is chosen} one {# user is chosen} other {# users are chosen}}', {
              count,
            })}
      </p>
      <Button variant="ghost" onClick={() => onChoose(count === offered.length ? [] : offered.map(({ id }) => id))}>
        {count === offered.length && count > 0
          ? i18n.t('Choose nobody')
          : i18n.t('{count, plural, one {Choose # user} other {Choose all # users}}', { count: offered.length })}
      </Button>
      <span className="flex flex-1 flex-wrap items-center gap-2 md:justify-end">
        <Field label={i18n.t('Move to a department')} hidesLabel>
          <Select
            value=""
            disabled={isOff}
            onChange={({ target }) => void change({ departmentId: Number(target.value) })}
            className={selectStyle}
          >
            <option value="">{i18n.t('Move to a department')}</option>
            {departments.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={i18n.t('Give a role')} hidesLabel>
          <Select
            value=""
            disabled={isOff}
            onChange={({ target }) => void giveRole(target.value as Role)}
            className={selectStyle}
          >
            <option value="">{i18n.t('Give a role')}</option>
            <RoleOptions />
          </Select>
        </Field>
        <Button
          disabled={isOff || !chosen.some(({ isActive }) => !isActive)}
          onClick={() => void change({ isActive: true })}
        >
          {i18n.t('Activate')}
        </Button>
        <Button disabled={isOff || !chosen.some(({ isActive }) => isActive)} onClick={() => void deactivate()}>
          {i18n.t('Deactivate')}
        </Button>
        <IconButton label={i18n.t('End choosing')} onClick={onClose}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </span>
    </section>
  )
}
