CREATE TABLE "all_clears" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "all_clears_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"department_id" integer NOT NULL,
	"read_by" uuid NOT NULL,
	"read_at" timestamptz(3) NOT NULL,
	"read_until" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "all_clears_department" UNIQUE("department_id")
);
--> statement-breakpoint
ALTER TABLE "all_clears" ADD CONSTRAINT "all_clears_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "all_clears" ADD CONSTRAINT "all_clears_read_by_users_id_fk" FOREIGN KEY ("read_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;