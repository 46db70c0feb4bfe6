import { Check, Plus } from 'lucide-react'
import { useState } from 'react'
import { departmentsApi } from '../../../shared/departments.ts'
import { MAX_VIEW_NAME, type SavedView, savedViewsApi } from '../../../shared/saved-views.ts'
import { dateOf } from '../../../shared/time/time.ts'
import { compareTexts } from '../../../shared/words/formats.ts'
import { msg } from '../../../shared/words/message.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { useCan, useViewer } from '../../api/viewer.ts'
import { tellFailure } from '../../components/forms/tell.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { useI18n } from '../../language.ts'
import { useTaskSearch } from '../../task/search-params.ts'
import { ask } from '../../ui/ask.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Ellipsis } from '../../ui/dots.ts'
import { Field, Input } from '../../ui/field.tsx'
import { Menu, MenuEntry } from '../../ui/menu.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { useTicking } from '../../ui/now.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useBoardSort } from './board-sort.ts'
import { useView } from './view.ts'
import { isSameView, searchOf, viewStateOf } from './view-state.ts'

/** The view of the tasks as it is now. */
function useCurrentState() {
  const { search } = useTaskSearch()
  const { view } = useView()
  const { sort } = useBoardSort()
  const today = useToday()
  return viewStateOf(search, { view, boardSort: sort, today })
}

/** The day on which views are saved and opened. */
function useToday() {
  const { timeZone } = useViewer()
  return useTicking((now) => dateOf(now, timeZone))
}

/**
 * The saved views: to show, to save the present one, to rename, replace, share and delete. Below one's own stand those
 * that are shared with one's department, without those that one has hidden.
 */
export function SavedViews({ onDone }: { onDone: () => void }) {
  const i18n = useI18n()
  const saved = useReply(savedViewsApi.list, {})
  const { data } = saved
  const [naming, setNaming] = useState<SavedView | 'new'>()
  const [hasNamed, setHasNamed] = useState(false)
  const viewer = useViewer()
  const [showsHidden, setShowsHidden] = useState(false)
  const all = data?.toSorted((a, b) => compareTexts(a.name, b.name, { i18n })) ?? []
  const views = all.filter(({ user }) => user.id === viewer.id)
  const shared = all.filter(({ user, isHidden }) => user.id !== viewer.id && (showsHidden || !isHidden))
  const hidden = all.filter(({ isHidden }) => isHidden).length
  if (naming) {
    const close = () => {
      setNaming(undefined)
      setHasNamed(true)
    }
    return <NameForm view={naming === 'new' ? undefined : naming} onClose={close} />
  }
  return (
    // Above the filters of the sheet, once there is a view to return to.
    <section
      aria-label={i18n.t('Saved views')}
      className={all.length === 0 ? 'order-last flex flex-col gap-0.5' : 'flex flex-col gap-0.5'}
    >
      {!data && (
        <NotLoaded query={saved} failure={i18n.t('The views could not be loaded.')}>
          <Skeleton className="m-2 h-4 w-2/3" />
        </NotLoaded>
      )}
      {data && all.length === 0 && (
        <p className="px-2 py-1.5 text-muted text-sm">
          {i18n.t('Save filters, view and order under a name, to return to them with one tap.')}
        </p>
      )}
      <ul className="contents">
        {views.map((view) => (
          <Row key={view.id} view={view} onRename={() => setNaming(view)} onDone={onDone} />
        ))}
      </ul>
      <Button
        variant="ghost"
        // The form has taken the focus, and is gone.
        autoFocus={hasNamed}
        onClick={() => setNaming('new')}
        className="justify-start! gap-2.5! px-2!"
      >
        <Plus aria-hidden="true" className="size-4" />
        {i18n.t('Save view')}
      </Button>
      {(shared.length > 0 || hidden > 0) && (
        <section aria-label={i18n.t('Shared views')} className="mt-1 flex flex-col gap-0.5 border-line border-t pt-2">
          <p aria-hidden="true" className="px-2 pb-0.5 font-semibold text-muted text-xs">
            {i18n.t('Shared views')}
          </p>
          <ul className="contents">
            {shared.map((view) => (
              <SharedRow key={view.id} view={view} onDone={onDone} />
            ))}
          </ul>
          {hidden > 0 && (
            <Button
              variant="ghost"
              aria-expanded={showsHidden}
              onClick={() => setShowsHidden(!showsHidden)}
              className="justify-start! px-2! text-muted text-sm!"
            >
              {showsHidden
                ? i18n.t('Leave out hidden views')
                : i18n.t('{count, plural, one {Show # hidden view} other {Show # hidden views}}', { count: hidden })}
            </Button>
          )}
        </section>
      )}
    </section>
  )
}

function Row({ view, onRename, onDone }: { view: SavedView; onRename: () => void; onDone: () => void }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const state = useCurrentState()
  const today = useToday()
  const isShown = isSameView(view.state, state, today)
  const { name } = view
  const { mutate: update } = useCall(savedViewsApi.update, {
    onError: tellFailure(msg('The view could not be saved')),
  })
  const { mutate: remove } = useCall(savedViewsApi.remove, {
    onError: tellFailure(msg('The view could not be deleted')),
  })
  const params = { id: view.id }
  const { chosen } = useDepartmentFilter()
  const departmentId = chosen ?? viewer.departmentId
  const mayShare = useCan('saved-view:share', { departmentId })
  const { data: departments } = useReply(departmentsApi.list, {}, { enabled: mayShare })
  const target = departments?.find(({ id }) => id === departmentId)
  return (
    <li className="flex items-center gap-1">
      <OpenView view={view} isShown={isShown} today={today} onDone={onDone} />
      <Menu
        trigger={
          <IconButton label={i18n.t('Actions for {name}', { name })}>
            <Ellipsis aria-hidden="true" className="size-4.5" />
          </IconButton>
        }
      >
        <MenuEntry onSelect={onRename}>{i18n.t('Rename')}</MenuEntry>
        <MenuEntry disabled={isShown} onSelect={() => update({ params, body: { state } })}>
          {i18n.t('Replace with what is shown now')}
        </MenuEntry>
        {view.department ? (
          <MenuEntry onSelect={() => update({ params, body: { departmentId: null } })}>
            {i18n.t('Stop sharing with {department}', { department: view.department.name })}
          </MenuEntry>
        ) : (
          mayShare &&
          target && (
            <MenuEntry onSelect={() => update({ params, body: { departmentId: target.id } })}>
              {i18n.t('Share with {department}', { department: target.name })}
            </MenuEntry>
          )
        )}
        <MenuEntry
          destructive
          onSelect={async () => {
            const text = view.department
              ? i18n.t('Delete the view {name}? {department} loses it too.', { name, department: view.department.name })
              : i18n.t('Delete the view {name}?', { name })
            if (await ask({ text, stay: i18n.t('Cancel'), leave: i18n.t('Delete') })) remove({ params })
          }}
        >
          {i18n.t('Delete')}
        </MenuEntry>
      </Menu>
    </li>
  )
}

/** The button that shows a view. Below the name of a shared one stands its owner, or its department. */
function OpenView({
  view,
  isShown,
  today,
  note,
  onDone,
}: {
  view: SavedView
  isShown: boolean
  today: string
  note?: string
  onDone: () => void
}) {
  const i18n = useI18n()
  const { change } = useTaskSearch()
  const about = note ?? (view.department && i18n.t('Shared with {department}', { department: view.department.name }))
  return (
    <button
      type="button"
      aria-label={view.name}
      aria-current={isShown || undefined}
      onClick={() => {
        void change(searchOf(view.state, today))
        onDone()
      }}
      className="flex min-h-8.5 min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 text-start hover:bg-hover touch:min-h-11 touch:text-md"
    >
      <Check aria-hidden="true" className={isShown ? 'size-4 shrink-0 text-accent' : 'invisible size-4 shrink-0'} />
      <span className="min-w-0 py-1">
        <bdi className="block truncate">{view.name}</bdi>
        {about && <span className="block truncate text-muted text-xs">{about}</span>}
      </span>
    </button>
  )
}

/** A view that somebody else shares. It can be hidden. People who may share here can delete it. */
function SharedRow({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const i18n = useI18n()
  const today = useToday()
  const isShown = isSameView(view.state, useCurrentState(), today)
  const mayRemove = useCan('saved-view:share', { departmentId: view.department?.id ?? null })
  const { mutate: hide } = useCall(savedViewsApi.hide, {
    onError: tellFailure(msg('The view could not be saved')),
  })
  const { mutate: remove } = useCall(savedViewsApi.remove, {
    onError: tellFailure(msg('The view could not be deleted')),
  })
  const params = { id: view.id }
  const { name, isHidden } = view
  const note = i18n.t('Shared by {name}', { name: fullName(view.user) })
  return (
    <li className={isHidden ? 'flex items-center gap-1 opacity-70' : 'flex items-center gap-1'}>
      <OpenView view={view} isShown={isShown} today={today} note={note} onDone={onDone} />
      <Menu
        trigger={
          <IconButton label={i18n.t('Actions for {name}', { name })}>
            <Ellipsis aria-hidden="true" className="size-4.5" />
          </IconButton>
        }
      >
        <MenuEntry onSelect={() => hide({ params, body: { isHidden: !isHidden } })}>
          {isHidden ? i18n.t('Show again ##a hidden view') : i18n.t('Hide from me')}
        </MenuEntry>
        {mayRemove && (
          <MenuEntry
            destructive
            onSelect={async () => {
              const text = i18n.t('Delete the view {name}? {department} loses it too.', {
                name,
                department: view.department?.name ?? '',
              })
              if (await ask({ text, stay: i18n.t('Cancel'), leave: i18n.t('Delete') })) remove({ params })
            }}
          >
            {i18n.t('Delete')}
          </MenuEntry>
        )}
      </Menu>
    </li>
  )
}

/** Names a new view, or another name for one. */
function NameForm({ view, onClose }: { view: SavedView | undefined; onClose: () => void }) {
  const i18n = useI18n()
  const state = useCurrentState()
  const [name, setName] = useState(view?.name ?? '')
  const [fault, setFault] = useState<string>()
  const done = {
    onSuccess: onClose,
    onError: (error: Error) => setFault(messageOf(error, i18n.t('The view could not be saved'))),
  }
  const create = useCall(savedViewsApi.create, done)
  const update = useCall(savedViewsApi.update, done)
  const save = () => {
    if (!name.trim()) return setFault(i18n.t('Name is required'))
    if (view) update.mutate({ params: { id: view.id }, body: { name } })
    else create.mutate({ body: { name, state } })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="flex flex-col gap-3 p-2"
    >
      <Field label={i18n.t('Name of the view')} {...(fault && { error: fault })}>
        <Input
          autoFocus
          value={name}
          maxLength={MAX_VIEW_NAME}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
        <Button type="submit" variant="primary" pending={create.isPending || update.isPending}>
          {i18n.t('Save')}
        </Button>
      </div>
    </form>
  )
}
