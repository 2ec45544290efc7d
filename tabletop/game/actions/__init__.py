"""One step of a seat in the making: who may touch what, where pieces come to lie, one transaction, one patch."""
