import { BedDouble, type LucideIcon, ShoppingBag, Stethoscope, UtensilsCrossed } from 'lucide-react'
import type { House } from '../../shared/setup.ts'
import { type Message, msg } from '../../shared/words/message.ts'

/** Suggestions for a kind of house: departments, and first tasks with their departments. */
interface Suggestions {
  label: Message
  icon: LucideIcon
  departments: Message[]
  tasks: { title: Message; department: Message }[]
}

const office = msg('Office')
const kitchen = msg('Kitchen')
const procedures = { title: msg('Upload the procedures that everybody must know'), department: office }

export const suggestions: Record<House, Suggestions> = {
  hotel: {
    label: msg('Hotel'),
    icon: BedDouble,
    departments: [
      ...[msg('Front desk'), msg('Housekeeping'), kitchen, msg('Restaurant ##department'), msg('Maintenance')],
      office,
    ],
    tasks: [
      { title: msg('Walk through the house and note what needs repair'), department: msg('Maintenance') },
      { title: msg('Count towels and linen'), department: msg('Housekeeping') },
      { title: msg('Put the emergency numbers where everybody sees them'), department: msg('Front desk') },
      procedures,
    ],
  },
  restaurant: {
    label: msg('Restaurant'),
    icon: UtensilsCrossed,
    departments: [kitchen, msg('Service ##in a restaurant'), msg('Bar'), office],
    tasks: [
      { title: msg('Check the temperatures of fridges and freezers'), department: kitchen },
      { title: msg('Write down what must be done before opening'), department: msg('Service ##in a restaurant') },
      { title: msg('Count the stock of the bar'), department: msg('Bar') },
      procedures,
    ],
  },
  clinic: {
    label: msg('Clinic'),
    icon: Stethoscope,
    departments: [msg('Reception'), msg('Nursing'), msg('Laboratory'), msg('Cleaning'), office],
    tasks: [
      { title: msg('Check the expiry dates of supplies'), department: msg('Nursing') },
      { title: msg('Test the emergency call'), department: msg('Reception') },
      { title: msg('Write the cleaning plan'), department: msg('Cleaning') },
      procedures,
    ],
  },
  shop: {
    label: msg('Shop'),
    icon: ShoppingBag,
    departments: [msg('Sales floor'), msg('Checkout'), msg('Stockroom'), office],
    tasks: [
      { title: msg('Check that every price is shown'), department: msg('Sales floor') },
      { title: msg('Count the cash drawer'), department: msg('Checkout') },
      { title: msg('Label the shelves of the stockroom'), department: msg('Stockroom') },
      procedures,
    ],
  },
}
