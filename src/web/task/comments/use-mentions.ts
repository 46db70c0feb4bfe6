import type { I18n } from '@lingui/core'
import { type ChangeEvent, type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react'
import { commentsApi, MAX_MENTIONS } from '../../../shared/comments.ts'
import { useReply } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { usePopup } from '../../components/choice/popup.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { mentionAtEnd } from '../../components/people/mention.ts'
import { useOfferedPeople } from '../../components/people/offered-people.tsx'
import { type Draft, mentionedIn } from './drafts.ts'

/** The text and the mentions of a comment that is being written. */
type Written = Pick<Draft, 'text' | 'mentions'>

interface Person {
  id: string
  firstName: string
  lastName: string
}

/**
 * The field in which a comment is written or changed: an @ offers the people who can see the task. `box` is the element
 * below which they are offered, `field` the field, which gets `fieldProps`. `list` is for `<OfferedPeople />`. `onKey`
 * takes the keys for the list, and returns whether it has taken one.
 */
export function useMentions(taskId: number, draft: Written, change: (next: Written) => void) {
  const id = `${useId()}people`
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number>()
  const [isUsed, setUsed] = useState(false)
  const { text, mentions } = draft
  const people = useReply(commentsApi.people, { params: { id: taskId } }, { enabled: isUsed })
  const viewer = useViewer()
  // Nobody calls themself.
  const others = isUsed ? (people.data?.people ?? []).filter((person) => person.id !== viewer.id) : []
  const offers = useOfferedPeople(openMention(draft, caret), text, others)
  const popup = usePopup(offers.isOpen, box, offers.close)

  const choose = (person: Person | undefined) => {
    if (!person || !offers.mention || caret === undefined) return
    const name = fullName(person)
    const before = `${text.slice(0, offers.mention.from)}@${name} `
    const chosen = before + text.slice(caret).trimStart()
    change({ text: chosen, mentions: [...mentions, { id: person.id, name }] })
    // After the text is drawn, which puts the caret at its end. Somebody who types sooner keeps their caret.
    requestAnimationFrame(() => {
      if (field.current?.value === chosen) field.current.setSelectionRange(before.length, before.length)
    })
    setCaret(before.length)
  }
  const onKey = ({ key }: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (!offers.isOpen || !(step || key === 'Enter' || key === 'Tab')) return false
    if (step) offers.move(step)
    else choose(offers.people[offers.active])
    return true
  }
  return {
    box,
    field,
    onKey,
    isOpen: offers.isOpen,
    list: { popup, id, offers, onChoose: choose },
    fieldProps: {
      'aria-haspopup': 'listbox',
      'aria-controls': offers.isOpen ? id : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': offers.isOpen ? `${id}${offers.people[offers.active]?.id}` : undefined,
      value: text,
      onFocus: () => setUsed(true),
      onChange({ target }: ChangeEvent<HTMLTextAreaElement>) {
        setCaret(target.selectionStart)
        change({ text: target.value, mentions })
      },
      onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => setCaret(currentTarget.selectionStart),
    },
  } as const
}

/** The name that is being typed before the caret; undefined where none is, and after one that was chosen. */
function openMention({ text, mentions }: Written, caret: number | undefined) {
  const mention = mentionAtEnd(text.slice(0, caret ?? text.length))
  if (caret === undefined || !mention) return undefined
  return mentions.some(({ name }) => mention.query.startsWith(`${name} `) || mention.query === name)
    ? undefined
    : mention
}

/** The fault of a comment that mentions too many people; undefined for others. */
export const tooManyMentions = (draft: Written, i18n: I18n) =>
  mentionedIn(draft).length > MAX_MENTIONS
    ? i18n.t('{max, plural, one {At most # person} other {At most # people}}', { max: MAX_MENTIONS })
    : undefined
