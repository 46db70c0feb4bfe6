import { Coffee, Globe, KeyRound, Search, UserCheck, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { type KioskPerson, type KioskView, kioskApi } from '../../../shared/kiosks.ts'
import { fold, hasWords, searchable, searchWords } from '../../../shared/words/fold.ts'
import { formatTime } from '../../../shared/words/formats.ts'
import type { Language } from '../../../shared/words/languages.ts'
import { Avatar, fullName } from '../../components/people/avatar.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Input } from '../../ui/field.tsx'
import { LanguageOptions, languageOfOption } from '../../ui/language-options.tsx'
import { callKiosk } from './call.ts'
import { Head } from './frame.tsx'

/** Fewer people are found at a glance, without letters. */
const LETTERS_FROM = 16
/** Milliseconds. */
const TYPING_PAUSE_MS = 300

/** The people of the kiosk: somebody finds themselves by name, by its first letter, or by their sign. */
export function KioskPeople({
  view,
  language,
  onLanguage,
  onChoose,
}: {
  view: KioskView
  language: Language
  onLanguage: (language: Language) => void
  onChoose: (person: KioskPerson) => void
}) {
  const i18n = useI18n()
  const [typed, setTyped] = useState('')
  const [letter, setLetter] = useState<string>()
  const found = useFound(view, typed)
  const letters = useMemo(() => [...new Set(view.people.map(initialOf))].filter(Boolean), [view])
  const isChosen = letters.includes(letter ?? '')
  const people = typed === '' && isChosen ? found.filter((person) => initialOf(person) === letter) : found
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-6xl flex-col gap-5 p-4 sm:p-6 lg:p-8">
      <Head view={view}>
        <LanguageSelect value={language} onChange={onLanguage} />
      </Head>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <h1 className="min-w-0 flex-1 text-balance font-semibold text-2xl tracking-[-0.015em]">
          {i18n.t('Touch your name to clock in or out')}
        </h1>
        <span className="relative w-full sm:w-72">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute inset-s-3.5 top-1/2 size-5 -translate-y-1/2 text-muted"
          />
          <Input
            type="search"
            aria-label={i18n.t('Search for your name')}
            placeholder={i18n.t('Search for your name')}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            className="h-13! w-full ps-11! text-lg!"
          />
        </span>
      </div>
      {view.people.length >= LETTERS_FROM && typed === '' && (
        <fieldset aria-label={i18n.t('By first letter')} className="-my-1 flex flex-wrap gap-1.5">
          {letters.map((each) => (
            <Button
              key={each}
              aria-pressed={each === letter}
              onClick={() => setLetter(each === letter ? undefined : each)}
              className={cx(
                'size-12! px-0! text-lg!',
                each === letter && 'border-accent! bg-accent-soft! text-accent!',
              )}
            >
              {each}
            </Button>
          ))}
          {isChosen && (
            <Button variant="ghost" onClick={() => setLetter(undefined)} className="h-12!">
              <X aria-hidden="true" className="size-4" />
              {i18n.t('All ##people')}
            </Button>
          )}
        </fieldset>
      )}
      {people.length > 0 ? (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2.5">
          {people.map((person) => (
            <Tile key={person.id} person={person} timeZone={view.timeZone} onChoose={() => onChoose(person)} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title={
            view.people.length > 0
              ? i18n.t('Nobody with this name clocks in here')
              : i18n.t('Nobody clocks in here yet')
          }
        >
          {view.people.length > 0
            ? i18n.t('Type the beginning of your first name.')
            : i18n.t('An administrator adds people and chooses which people this kiosk shows.')}
        </EmptyState>
      )}
      {view.hasMore && typed === '' && (
        <p className="text-center text-muted">{i18n.t('There are more people. Search for your name.')}</p>
      )}
    </main>
  )
}

const initialOf = ({ firstName, lastName }: KioskPerson) =>
  [...fold(fullName({ firstName, lastName }))][0]?.toUpperCase() ?? ''

/** The people whose names have the typed words. A very large house has to be asked for them. */
function useFound(view: KioskView, typed: string): KioskPerson[] {
  const [more, setMore] = useState<{ search: string; people: KioskPerson[] }>()
  const words = searchWords(typed)
  const search = typed.trim()
  const wanted = view.hasMore && search.length > 1 ? search : undefined
  useEffect(() => {
    if (wanted === undefined) return
    const ask = async () => {
      const reply = await callKiosk(kioskApi.read, { query: { search: wanted } }).catch(() => undefined)
      if (reply) setMore({ search: wanted, people: reply.people })
    }
    const timer = setTimeout(ask, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  if (words.length === 0) return view.people
  if (wanted && more?.search === wanted) return more.people
  return view.people.filter((person) => hasWords(searchable(fullName(person)), words))
}

const Tile = ({ person, timeZone, onChoose }: { person: KioskPerson; timeZone: string; onChoose: () => void }) => {
  const i18n = useI18n()
  const { isOnDuty, onBreakSince, hasPin } = person
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-18 w-full items-center gap-3.5 rounded-card border border-line bg-surface px-3.5 py-2.5 text-start shadow-card hover:border-control/60 hover:bg-hover"
      >
        <Avatar person={person} size="tile" />
        <span className="min-w-0 flex-1">
          <bdi className="block font-medium text-lg leading-snug wrap-anywhere">{fullName(person)}</bdi>
          {onBreakSince ? (
            <span className="flex items-center gap-1.5 font-medium text-progress text-sm">
              <Coffee aria-hidden="true" className="size-4 shrink-0" />
              {i18n.t('On break since {time}', { time: formatTime(onBreakSince, { i18n, timeZone }) })}
            </span>
          ) : isOnDuty ? (
            <span className="flex items-center gap-1.5 font-medium text-done text-sm">
              <UserCheck aria-hidden="true" className="size-4 shrink-0" />
              {i18n.t('On duty')}
            </span>
          ) : (
            !hasPin && (
              <span className="flex items-center gap-1.5 text-muted text-sm">
                <KeyRound aria-hidden="true" className="size-4 shrink-0" />
                {i18n.t('No PIN yet')}
              </span>
            )
          )}
        </span>
      </button>
    </li>
  )
}

/** The language of the kiosk for the person who stands before it. It is not kept. */
function LanguageSelect({ value, onChange }: { value: Language; onChange: (language: Language) => void }) {
  const i18n = useI18n()
  return (
    <span className="relative flex items-center text-muted">
      <Globe aria-hidden="true" className="pointer-events-none absolute inset-s-3 size-5" />
      <select
        aria-label={i18n.t('Language')}
        value={value}
        onChange={({ target }) => {
          const language = languageOfOption(target.value)
          if (language) onChange(language)
        }}
        className="field-sizing-content h-12 cursor-pointer appearance-none rounded-control bg-transparent ps-10 pe-3 font-medium text-md hover:bg-hover [&>option]:bg-surface [&>option]:text-text"
      >
        <LanguageOptions />
      </select>
    </span>
  )
}
