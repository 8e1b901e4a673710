/**
 * Words that answer a word, but not the other way round: who asks for dollars is told about currencies. Unlike the thesaurus's, they weigh
 * like any other.
 */

import { lazily } from '../../../lib/lazily.ts';

/** Words of questions, and the words of the content that answer them. Folded, in lower case. */
const PAIRS: readonly (readonly [string, string])[] = [
  // accounts
  ['install', 'install installing installation setup quickstart getting started'],
  ['signup', 'account accounts register registered registration'],
  ['login', 'signin logon password'],
  ['signin', 'login logon'],
  ['logout signout logoff', 'logout signout logoff'],
  ['leave leaving quit', 'close cancel terminate end quit leaving'],
  ['cancel cancelling canceling', 'leave quit terminate end notice close'],
  ['delete deleting remove removing erase', 'remove removed removing delete deleted deletion erase erased close'],
  ['switch switching', 'move moving transfer change switch'],
  ['dead died dying', 'dead died damaged'],
  ['late', 'late deadline overdue due fine fines penalty'],
  // verbs whose noun has another stem and another beginning
  ['apply applying', 'application applications'],
  ['submit submitting', 'submission submissions'],
  ['admit admitted', 'admission admissions'],
  ['enter entering', 'entry entrance'],
  ['fly flying', 'flight flights'],
  ['flight flights', 'fly flying'],
  ['storage', 'store stored storing'],
  ['unsubscribe unsubscribing', 'subscription subscriptions'],
  ['win winning', 'winner winners'],
  ['bury buried', 'burial burials'],
  // customers, and what they pay
  ['customer customers', 'client clients'],
  ['client clients', 'customer customers'],
  ['nonprofit nonprofits ngo', 'charity charities charitable'],
  ['charity charities', 'nonprofit nonprofits charitable'],
  ['dollar dollars usd euro euros eur pound pounds gbp franc francs yen', 'currency currencies'],
  ['customs', 'duty duties import'],
  ['duty duties', 'customs import'],
  ['include includes included inclusive', 'included inclusive extra charged additional surcharge'],
  ['trial', 'try tried trying taster'],
  ['buy buying', 'sell sold sale purchase purchased order'],
  ['rent renting rental', 'hire hired hiring rental rentals rent rents rented lend borrow'],
  ['hire hiring', 'rent rents rented rental rentals renting'],
  ['coupon coupons promo', 'code codes discount voucher vouchers coupon coupons'],
  ['mum mom mother dad father', 'parent parents guardian guardians'],
  ['son sons daughter daughters grandson granddaughter', 'child children kid kids'],
  ['alone solo', 'alone solo single'],
  ['sofa sofas couch wardrobe mattress freezer', 'sofa couch furniture bulky appliance appliances'],
  ['fridge fridges', 'refrigerator refrigerators bulky appliance appliances'],
  ['tv tvs', 'television televisions'],
  ['wood', 'firewood'],
  ['decline declined rejected', 'fail fails failed declined rejected'],
  ['lose losing', 'forfeit forfeits forfeited'],
  ['pro', 'professional'],
  ['pays', 'responsible'],
  ['required mandatory compulsory obligatory', 'required mandatory compulsory obligatory'],
  ['charge charges', 'surcharge surcharges'],
  ['newsletter newsletters', 'marketing mailing'],
  ['camp camping', 'camp camping campsite campsites campground campgrounds'],
  ['cooler coolers', 'cooler coolers chest chests'],
  ['swap swapping', 'exchange exchanges exchanged swap swapped'],
  ['wrong', 'incorrect wrong mistake'],
  ['repair repairs repaired', 'repair repairs repaired service servicing'],
  ['meds medication medications', 'medication medications medicine medicines prescription prescriptions'],
  ['surgery operation', 'surgery surgical operation operations procedure procedures'],
  ['eat', 'eat fed feed food'],
  ['valid', 'valid last lasts'],
  ['booze', 'alcohol drinks drink'],
  ['faster quicker urgent urgently asap', 'express priority faster quicker'],
  ['amex', 'american express'],
  ['nut nuts', 'nut nuts peanut peanuts walnut walnuts hazelnut hazelnuts almond almonds cashew cashews'],
  // visits
  [
    'appointment appointments',
    'appointment appointments book booked booking reserve reservation walkin walkins dropin slot',
  ],
  ['reservation reservations reserve', 'book booked booking bookings reserve reserved reservation reservations'],
  ['walkin walkins dropin', 'appointment appointments book booking dropin walkin walkins'],
  ['advance beforehand', 'ahead beforehand advance'],
  ['ahead', 'advance beforehand'],
  ['rain rains raining rainy snow snows storm', 'weather rain rains wet indoors'],
  ['toilet toilets restroom restrooms bathroom wc loo', 'toilet toilets restroom restrooms washroom wc'],
  [
    'pram prams stroller strollers buggy pushchair pushchairs',
    'pram prams stroller strollers buggies pushchair pushchairs',
  ],
  ['elevator lift', 'elevator elevators lift lifts'],
  ['locker lockers', 'locker lockers cloakroom'],
  ['fit fits', 'seat seats capacity compatible compatibility'],
  ['apartment apartments', 'flat flats'],
  ['flat flats', 'apartment apartments'],
  ['lawyer lawyers attorney', 'solicitor solicitors lawyer lawyers attorney attorneys'],
  ['people persons person', 'users user seats guests persons person people group groups couple couples adult adults'],
  ['stay stays', 'sleeps sleep accommodates accommodate'],
  // "Old" in a text is mostly no age: "the old town".
  ['old', 'age aged'],
  // British and American words that are too short, or too unlike, to be taken for misspelt ones
  ['mold mould mouldy moldy', 'mould mold mouldy moldy'],
  ['tire tires tyre tyres', 'tyre tyres tire tires'],
  ['gray grey', 'grey gray'],
  ['coworker coworkers teammate teammates', 'colleague colleagues coworkers teammates'],
  ['ev evs', 'electric'],
  // measures: "How heavy is it?" is answered below "Weight"
  ['fast quick quickly speed', 'speed performance fast quick latency throughput'],
  ['performance', 'speed fast'],
  ['heavy weigh weighs weight', 'weight weighs weigh heavy'],
  ['tall high height', 'height tall high'],
  ['deep depth', 'depth deep'],
  ['wide width', 'width wide'],
  ['big large size sizes', 'size sizes dimensions large big'],
  ['hot warm cold temperature', 'temperature temperatures hot warm cold'],
  ['far', 'distance away'],
  ['dark', 'dark shade shady low'],
  ['safe safety', 'safe safety secure security harmless nontoxic'],
  ['toxic poisonous', 'toxic poisonous harmful'],
  ['secure security', 'secure security safe safety'],
  // nights
  [
    'accommodation lodging',
    'housing lodging room rooms apartment apartments hotel hotels accommodation hostel overnight sleep bed beds',
  ],
  ['sleep sleeping overnight', 'hotel hotels accommodation hostel overnight sleep bed beds'],
  ['holiday holidays vacation', 'travel travels travelling traveling trip trips'],
  // computers
  ['bug bugs exploit', 'vulnerability vulnerabilities bug bugs'],
  ['mobile smartphone', 'smartphone smartphones mobile app apps ios android'],
  ['update updating', 'upgrade upgrades upgrading update updates'],
  ['upgrade upgrading', 'update updating upgrade upgrades'],
  ['sms', 'text texts'],
  ['format formats', 'file files'],
  ['monitoring monitor', 'metrics observability'],
  ['gui ui', 'dashboard console interface'],
  ['mac macos osx', 'homebrew brew'],
  ['linux', 'apt deb rpm debian ubuntu'],
  ['windows', 'wsl winget exe'],
  ['iphone ipad', 'ios'],
];

const wordsByWord = lazily(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map(
      PAIRS.flatMap(([asked, answering]) => asked.split(' ').map((word) => [word, answering.split(' ')] as const)),
    ),
);
const NONE: readonly string[] = [];

/** @param word folded, in lower case */
export const answeringWords = (word: string): readonly string[] => wordsByWord().get(word) ?? NONE;
