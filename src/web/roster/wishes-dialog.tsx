import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { RosterPerson } from '../../shared/roster/shapes.ts'
import { MAX_WISHES } from '../../shared/roster/wishes.ts'
import { useViewer } from '../api/viewer.ts'
import { ChoiceField } from '../components/choice/choice-field.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { useWishes } from './use-wishes.ts'
import { WishDialog } from './wish-dialog.tsx'
import { WishList } from './wish-list.tsx'

type Person = RosterPerson['user']

/** The wishes of people who say them to their planner, and have no account or no phone at hand. */
export function WishesDialog({ people, onClose }: { people: readonly RosterPerson[]; onClose: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const [userId, setUserId] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  // One's own stand in "My week".
  const others = people.flatMap(({ hasLeft, user }) => (hasLeft || user.id === viewer.id ? [] : [user]))
  const person = others.find(({ id }) => id === userId)
  if (person && isAdding) return <AddWish person={person} onClose={() => setIsAdding(false)} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={i18n.t('Wishes of people')}
      description={i18n.t('Enter what people have told you. They see it, and can change it.')}
      footer={(close) => <Button onClick={close}>{i18n.t('Close')}</Button>}
    >
      <div className="grid gap-4">
        <Field label={i18n.t('Person')}>
          <ChoiceField
            label={i18n.t('Person')}
            value={userId}
            onChange={setUserId}
            choices={[{ id: '', label: '' }, ...others.map((user) => ({ id: user.id, label: fullName(user) }))]}
          />
        </Field>
        {person && <WishesOf key={person.id} person={person} onAdd={() => setIsAdding(true)} />}
      </div>
    </Dialog>
  )
}

function WishesOf({ person, onAdd }: { person: Person; onAdd: () => void }) {
  const i18n = useI18n()
  const name = fullName(person)
  const wishes = useWishes(person.id)
  return (
    <>
      <WishList
        label={i18n.t('Wishes of {name}', { name })}
        none={i18n.t('{name} has no wishes.', { name })}
        again={i18n.t('Add it again under “Wishes of people”')}
        of={wishes}
      />
      {wishes.wishes && wishes.wishes.length < MAX_WISHES && (
        <Button onClick={onAdd} className="justify-self-start">
          <Plus aria-hidden="true" className="size-4" />
          {i18n.t('Add a wish')}
        </Button>
      )}
    </>
  )
}

function AddWish({ person, onClose }: { person: Person; onClose: () => void }) {
  const i18n = useI18n()
  const name = fullName(person)
  const { add, isSaving } = useWishes(person.id)
  return (
    <WishDialog
      title={i18n.t('Add a wish of {name}', { name })}
      description={i18n.t('Only {name} and the people who plan see it.', { name })}
      pending={isSaving}
      onAdd={add}
      onClose={onClose}
    />
  )
}
