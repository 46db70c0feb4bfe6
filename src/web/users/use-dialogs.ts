import { useAddressDialog } from '../ui/address-dialog.ts'
import { closedDialogs } from './search-params.ts'

/** Opens and closes this screen's dialogs. */
export const useDialogs = () => useAddressDialog(closedDialogs)
