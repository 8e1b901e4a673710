/** Lithuanian stop words: those of the library are written with the wrong letters. */
export const LITHUANIAN_STOP_WORDS: readonly string[] =
  'abi abu ant apie ar arba aš bei bent bet beveik be būti buvo būna būtų dar dėl dėka gal galbūt gali galima galiu galime galite galėčiau gana iki ir irgi iš į ją jai jam jau jei jeigu ji jie jiems jis jo jog jomis jos jų jūs jūsų jums juos kad kada kadangi kai kaip kam kas katra katras kiek kieno kita kiti kito kitą kitas ko kodėl kokia kokiu kokie kokiai kokį kokio kokios koks kol kur kurį kuri kurie kurios kuris kurio link man mane mano mes mūsų mums nei ne nebe nes nereikia nėra net nors noriu norėčiau norime nuo o per pagal pas paskui po prašau prie prieš pro reikia reikės sau savo save šį ši šiame šie šio šioje šios šis šiuo su ta tą tad tai taip taigi tam tame tarp tas tau tavo te ten tie tik tikrai to toje tokia toks tos tu tuo turi turiu turime turite ties už vėl vis visa visą visas visi viso visos visų yra'.split(
    ' ',
  );
