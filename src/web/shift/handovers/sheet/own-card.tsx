import { X } from 'lucide-react'
import { MAX_HANDOVER_TEXT } from '../../../../shared/handovers.ts'
import { useViewer } from '../../../api/viewer.ts'
import { useI18n } from '../../../language.ts'
import { IconButton } from '../../../ui/button.tsx'
import { card } from '../../../ui/card.ts'
import { Field, Textarea } from '../../../ui/field.tsx'
import { DetailsFields } from './details-fields.tsx'
import { changeHandoverDraft, type OwnDraft } from './draft.ts'
import type { DraftFaults } from './plan.ts'

/** A thing without a task that the next shift must know. */
export function OwnCard({
  item,
  isNew,
  fault,
  onChange,
}: {
  item: OwnDraft
  /** It was just added: its first field takes the focus. */
  isNew: boolean
  fault: DraftFaults[string] | undefined
  onChange: () => void
}) {
  const i18n = useI18n()
  const { id: by, departmentId } = useViewer()
  const change = (changes: Partial<OwnDraft>) => {
    onChange()
    changeHandoverDraft(by, (draft) => ({
      ...draft,
      own: draft.own.map((each) => (each.key === item.key ? { ...each, ...changes } : each)),
    }))
  }
  const remove = () => {
    onChange()
    changeHandoverDraft(by, (draft) => ({ ...draft, own: draft.own.filter(({ key }) => key !== item.key) }))
  }
  return (
    <li className={`${card} relative px-3.5 py-3`}>
      <Field label={i18n.t('What is it about?')} {...(fault?.text && { error: fault.text })} required>
        <Textarea
          autoFocus={isNew}
          rows={1}
          data-fault={fault?.text ? true : undefined}
          value={item.text}
          maxLength={MAX_HANDOVER_TEXT}
          onChange={({ target }) => change({ text: target.value })}
          className="min-h-11!"
        />
      </Field>
      <IconButton label={i18n.t('Remove ##from a list')} onClick={remove} className="absolute top-0.5 inset-e-0.5">
        <X aria-hidden="true" className="size-4" />
      </IconButton>
      {fault?.general && (
        <p role="alert" className="mt-1.5 font-medium text-overdue text-sm">
          {fault.general}
        </p>
      )}
      <DetailsFields details={item} departmentId={departmentId} fault={fault?.next} onChange={change} />
    </li>
  )
}
